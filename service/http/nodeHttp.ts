/**
 * Node's HTTP module, loaded without an import statement. An ES module import reads every export of `node:http`, including
 * `WebSocket`, and so loads all of `fetch`. That costs 35 ms of CPU time at every start.
 */
export const { METHODS, STATUS_CODES, get } = process.getBuiltinModule('node:http')
