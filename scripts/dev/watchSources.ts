import { watch } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds without a change after which a burst counts as one: editors write a file in several steps. */
const quietMs = 60

/** Calls `onChange` with a changed file, once per burst, for the `.ts`, `.js`, `.json` and `.sql` files in `folders`. */
export function watchSources(
  root: string,
  folders: string[],
  onChange: (file: string) => void,
): { close: () => void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|js|json|sql)$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => onChange(`${folder}/${name}`), quietMs)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
