/**
 * Loaded into a program that another one starts with an IPC channel: when the starter is gone for any reason, the program
 * stops as on a signal, so that nothing keeps a port or the data folder.
 */
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
