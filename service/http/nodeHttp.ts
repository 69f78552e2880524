/**
 * Node's HTTP, in place of an import. One from an ES module reads all that `node:http` exports, `WebSocket` among it, and so
 * loads the whole of `fetch`: 35 ms of processor time at every start, for what nothing here uses.
 */
export const { METHODS, STATUS_CODES, get } = process.getBuiltinModule('node:http')
