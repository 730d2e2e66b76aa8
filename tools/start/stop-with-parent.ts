/**
 * Loaded into a program that another one starts with a channel: when the starter is gone, however it went, the program
 * stops as it would on a signal, so that nothing is left holding a port or the data folder.
 */
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
