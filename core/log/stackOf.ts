import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'

/** Causes behind an error that are told; a cause can be its own. */
const deepest = 4

/**
 * What was thrown, as text: the stack, and those of its causes. Never throws, whatever it was. The home folder, which has
 * the person's name in it, is written `~`.
 */
export function stackOf(thrown: unknown): string {
  const stacks: string[] = []
  let next = thrown
  for (let depth = 0; depth < deepest && (depth === 0 || next !== undefined); depth++) {
    stacks.push(readable(() => stackAlone(next)))
    const current = next
    next = undefined
    readable(() => {
      if (current instanceof Error) next = current.cause
      return ''
    })
  }
  return withoutHome(stacks.join('\ncaused by: '))
}

function stackAlone(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Getters and proxies can throw, and give what is no text. */
function readable(read: () => unknown): string {
  try {
    return String(read())
  } catch {
    return 'something that cannot be read was thrown'
  }
}

function withoutHome(text: string): string {
  const home = homedir()
  // A home such as `/` is nobody's name.
  if (home.length < 3) return text
  return text.replaceAll(pathToFileURL(home).href, 'file:///~').replaceAll(home, '~')
}
