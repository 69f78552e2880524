/** The environment of a child that is to inherit nothing of the test's: where programs are, and what is compiled already. */
export const bareEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
