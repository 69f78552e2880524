import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a build says about its updates; `electron-builder` writes both files, the first only where a feed is named. */
export interface Named {
  /** The address that updates come from. */
  feed: string | null
  /** `deb` or `rpm`, where a package manager has installed it. */
  packageType: string | null
}

/** Reads what the build has left in its resources. */
export function namedIn(resources: string): Named {
  const config = read(join(resources, 'app-update.yml'))
  return {
    feed: /^url: ['"]?([^\s'"]+)/m.exec(config)?.[1] ?? null,
    packageType: read(join(resources, 'package-type')).trim() || null,
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
