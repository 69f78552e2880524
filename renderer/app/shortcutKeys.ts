import { commandIds, commands, type CommandId } from '../../contract/app/window/commands.ts'
import { isMac } from '../session/isMac.ts'

type KeyPress = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key'>
type Keys = readonly string[]

/** A key press and what it may run. */
interface Match {
  /** The commands with these keys, the most specific place last. */
  ids: CommandId[]
  /** Whether the keys type a character in a field. */
  isTyped: boolean
}

/**
 * Returns the commands of a key press. `prefix` is the key pressed just before, for sequences such as G and L. Keys with
 * Alt, and those that the browser or a table handles itself, match no command that runs.
 */
export function matchKey(event: KeyPress, prefix: string | null): Match {
  const isTyped = !event.altKey && !event.ctrlKey && !event.metaKey && event.key.length === 1
  const isMatch = isTyped
    ? (keys: Keys) => isSequence(keys) && keys.join('') === `${prefix ?? ''}${event.key.toUpperCase()}`
    : (keys: Keys) => isCombination(keys, event)
  return { ids: commandIds.filter((id) => commands[id].keys?.some(isMatch)), isTyped }
}

/** Returns whether a key press begins a sequence. */
export function isPrefix({ key }: KeyPress): boolean {
  const start = key.toUpperCase()
  return commandIds.some((id) =>
    commands[id].keys?.some((keys) => isSequence(keys) && keys.length > 1 && keys[0] === start),
  )
}

/** Returns whether keys are pressed one after the other, without a modifier. */
function isSequence(keys: Keys): boolean {
  return keys.every((key) => key.length === 1)
}

/** `Mod` is ⌘ on a Mac, where Ctrl+K deletes to the end of a line, and Ctrl elsewhere. */
function isCombination(keys: Keys, { altKey, ctrlKey, metaKey, shiftKey, key }: KeyPress): boolean {
  if (altKey || keys.at(-1)?.toUpperCase() !== key.toUpperCase()) return false
  const isMod = (ctrlKey || metaKey) && metaKey === isMac() && ctrlKey !== metaKey
  return (
    keys.includes('Shift') === shiftKey && keys.includes('Mod') === isMod && isMod === (ctrlKey || metaKey)
  )
}
