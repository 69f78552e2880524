/** Environment of a child process that inherits only the search path and the compile cache. */
export const bareEnv = {
  PATH: process.env['PATH'],
  // Keeps tests away from the user's own keys.
  LINKWRIGHT_KEY_STORE: process.env['LINKWRIGHT_KEY_STORE'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
