import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { windowPaths } from '../../contract/windowPath.ts'
import { isMac } from '../session/isMac.ts'
import { isTypingIn } from './contextKeys.ts'
import { focusRegion } from './regions.ts'
import { LaterPart } from '../session/ErrorBoundary.tsx'

/** Actions of the app-wide shortcuts. */
type FrameShortcut = 'find' | 'help' | 'nextRegion' | 'previousRegion'

type KeyPress = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key'>

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'))

/** Handles the app-wide shortcuts, and shows the list of all shortcuts. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false)
  const [, go] = useLocation()
  const perform = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = event.defaultPrevented ? null : parseFrameShortcut(event)
    if (shortcut === null || document.querySelector('[role="dialog"]') !== null) return
    // The other shortcuts don't type a character, so they also work in a field.
    if (shortcut === 'help' && isTypingIn(event.target)) return
    event.preventDefault()
    if (shortcut === 'help') setOpened(true)
    else if (shortcut !== 'find') focusRegion(shortcut === 'nextRegion' ? 1 : -1)
    else if (!focusFindField()) go(windowPaths.find, { state: { first: 'find' } })
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => perform(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    opened && (
      <LaterPart>
        <ShortcutsDialog close={() => setOpened(false)} />
      </LaterPart>
    )
  )
}

/** Focuses the field of *Find* if that screen is open. */
function focusFindField(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('#screen form[role="search"] textarea')
  field?.focus()
  field?.select()
  return field !== null
}

/** Returns the app-wide action of a key press; `null` if it has none. */
function parseFrameShortcut(event: KeyPress): FrameShortcut | null {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event
  if (altKey) return null
  if (ctrlKey || metaKey) return isFindKey(event) ? 'find' : null
  if (key === 'F6') return shiftKey ? 'previousRegion' : 'nextRegion'
  // The keys for a question mark depend on the keyboard layout.
  return key === '?' ? 'help' : null
}

/** ⌘K on a Mac, where Ctrl+K deletes to the end of a line, and Ctrl+K elsewhere. */
function isFindKey({ ctrlKey, metaKey, shiftKey, key }: KeyPress): boolean {
  return metaKey === isMac() && ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k'
}
