import { config } from "zod/v4/core";

// The content security policy forbids making code from text; the schema library would try it and be refused, loudly.
config({ jitless: true });
