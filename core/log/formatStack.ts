import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'

/** Causes behind an error that are told; a cause can be its own. */
const maxCauses = 4

/**
 * What was thrown, as text: the stack, and those of its causes. Never throws, whatever it was. The home folder, which has
 * the person's name in it, is written `~`.
 */
export function formatStack(thrown: unknown): string {
  const stacks: string[] = []
  let next = thrown
  for (let depth = 0; depth < maxCauses && (depth === 0 || next !== undefined); depth++) {
    stacks.push(safeRead(() => ownStack(next)))
    const current = next
    next = undefined
    safeRead(() => {
      if (current instanceof Error) next = current.cause
      return ''
    })
  }
  return hideHomeFolder(stacks.join('\ncaused by: '))
}

function ownStack(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Getters and proxies can throw, and give what is no text. */
function safeRead(read: () => unknown): string {
  try {
    return String(read())
  } catch {
    return 'something that cannot be read was thrown'
  }
}

function hideHomeFolder(text: string): string {
  const home = homedir()
  // A home such as `/` is nobody's name.
  if (home.length < 3) return text
  return text.replaceAll(pathToFileURL(home).href, 'file:///~').replaceAll(home, '~')
}
