/**
 * Exits with one sentence if Node is too old. An older Node can't read TypeScript, so this file and those that import
 * it first are JavaScript.
 */
const minVersion = [24, 15] // for the reason see store/sqlite/file/minNode.ts
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1])) {
  console.error(
    `Linkwright’s service needs Node ${minVersion.join('.')} or later, and this is ${process.version}. Install it from https://nodejs.org, ` +
      `or by "npm install --prefix ~/node24 node@24", and put ~/node24/node_modules/.bin first on the PATH.`,
  )
  process.exit(2)
}
