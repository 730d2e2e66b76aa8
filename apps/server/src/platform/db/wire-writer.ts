/** Writes messages of PostgreSQL's extended query protocol one after the other, to be sent as one piece. */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  /** Prepares a text under a name; without one until the next is prepared. */
  parse(name: string, text: string): void {
    this.#message("P", () => {
      this.#text(name);
      this.#text(text);
      this.#int16(0);
    });
  }

  /** Binds a prepared statement to its values, and asks for the rows as text. */
  bind(name: string, values: readonly (string | Buffer | null)[]): void {
    this.#message("B", () => {
      this.#text("");
      this.#text(name);
      this.#int16(values.length);
      for (const value of values) this.#int16(Buffer.isBuffer(value) ? 1 : 0);
      this.#int16(values.length);
      for (const value of values) this.#value(value);
      this.#int16(0);
    });
  }

  /** Asks which columns the bound statement answers with. */
  describe(): void {
    this.#message("D", () => this.#text("P"));
  }

  execute(): void {
    this.#message("E", () => {
      this.#text("");
      this.#int32(0);
    });
  }

  /** Forgets a prepared statement; no error when there is none. */
  close(name: string): void {
    this.#message("C", () => this.#text(`S${name}`));
  }

  sync(): void {
    this.#message("S", () => undefined);
  }

  /** What has been written since the last call. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #message(code: string, writeBody: () => void): void {
    this.#reserve(5);
    this.#bytes[this.#length] = code.charCodeAt(0);
    const start = this.#length + 1;
    this.#length += 5;
    writeBody();
    this.#bytes.writeInt32BE(this.#length - start, start);
  }

  #value(value: string | Buffer | null): void {
    if (value === null) return this.#int32(-1);
    if (typeof value === "string") {
      this.#reserve(4 + value.length * 3);
      const written = this.#bytes.write(value, this.#length + 4);
      this.#int32(written);
      this.#length += written;
      return;
    }
    this.#int32(value.length);
    this.#reserve(value.length);
    value.copy(this.#bytes, this.#length);
    this.#length += value.length;
  }

  #text(text: string): void {
    // A character takes three bytes at most in UTF-8, half a surrogate pair too; 0 ends the text.
    this.#reserve(text.length * 3 + 1);
    this.#length += this.#bytes.write(text, this.#length);
    this.#bytes[this.#length] = 0;
    this.#length += 1;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#bytes.writeUInt16BE(value, this.#length);
    this.#length += 2;
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#bytes.writeInt32BE(value, this.#length);
    this.#length += 4;
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
