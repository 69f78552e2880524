import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the npm packages in the built app as `name@version`, from the license list in the build. */
export function bundledPackages(root: string): Set<string> {
  const list = readFileSync(join(root, 'dist', 'renderer', 'licenses.md'), 'utf8')
  return new Set([...list.matchAll(/^## (\S+) - (\d\S*)/gm)].map(([, name, version]) => `${name}@${version}`))
}
