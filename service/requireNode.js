/**
 * Ends with one sentence where Node is too old for the program, and would otherwise show a stack: an older one reads no
 * TypeScript. So this file and those that import it first are JavaScript.
 */
const least = 24

if (Number(process.versions.node.split('.')[0]) < least) {
  console.error(
    `Linkwright’s service needs Node ${least} or later, and this is ${process.version}. Install it from https://nodejs.org, ` +
      `or by "npm install --prefix ~/node${least} node@${least}", and put ~/node${least}/node_modules/.bin first on the PATH.`,
  )
  process.exit(2)
}
