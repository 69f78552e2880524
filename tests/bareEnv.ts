/** The environment of a child that is to inherit nothing of the test's: where programs are, and what is compiled already. */
export const bareEnv = {
  PATH: process.env['PATH'],
  // Says where no test may reach a person's own keys.
  LINKWRIGHT_KEY_STORE: process.env['LINKWRIGHT_KEY_STORE'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
