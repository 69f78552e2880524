/**
 * Ends with one sentence where Node is too old for the program, and would otherwise show a stack: an older one reads no
 * TypeScript. So this file and those that import it first are JavaScript.
 */
const minVersion = [24, 15] // why this one: store/sqlite/leastNode.ts
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1])) {
  console.error(
    `Linkwright’s service needs Node ${minVersion.join('.')} or later, and this is ${process.version}. Install it from https://nodejs.org, ` +
      `or by "npm install --prefix ~/node24 node@24", and put ~/node24/node_modules/.bin first on the PATH.`,
  )
  process.exit(2)
}
