import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The npm packages in the built app as `name@version`, from the list that goes with it. */
export function bundledPackages(root: string): Set<string> {
  const list = readFileSync(join(root, 'dist', 'renderer', 'licenses.md'), 'utf8')
  return new Set([...list.matchAll(/^## (\S+) - (\d\S*)/gm)].map(([, name, version]) => `${name}@${version}`))
}
