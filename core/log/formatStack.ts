import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'

/** Maximum number of causes in a report, because an error can be its own cause. */
const maxCauses = 4

/**
 * Returns a thrown value as text: its stack and those of its causes. Never throws. Replaces the home folder, which
 * contains the user's name, with `~`.
 */
export function formatStack(thrown: unknown): string {
  try {
    const stacks: string[] = []
    let error = thrown
    do {
      stacks.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      error = error instanceof Error ? error.cause : undefined
    } while (error !== undefined && stacks.length < maxCauses)
    return hideHomeFolder(stacks.join('\ncaused by: '))
  } catch {
    // Getters and proxies can throw.
    return 'An unreadable value was thrown'
  }
}

function hideHomeFolder(text: string): string {
  const home = homedir()
  // A home folder such as `/` contains no name.
  if (home.length < 3) return text
  return text.replaceAll(pathToFileURL(home).href, 'file:///~').replaceAll(home, '~')
}
