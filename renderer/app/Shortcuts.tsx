import { Kbd, Modal } from '@mantine/core'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { windowPaths } from '../../contract/windowPath.ts'
import { keyName, parseFrameShortcut, shortcutGroups } from '../session/shortcuts.ts'
import type { Shortcut } from '../session/shortcuts.ts'
import { isTypingIn } from './contextKeys.ts'
import { focusRegion } from './regions.ts'
import styles from './shell.module.css'

/** Handles the shortcuts of the window's frame, and lists all shortcuts when asked. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false)
  const [, go] = useLocation()
  const perform = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = event.defaultPrevented ? null : parseFrameShortcut(event)
    if (shortcut === null || document.querySelector('[role="dialog"]') !== null) return
    // The others type nothing, so they also work in a field.
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
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Keyboard shortcuts"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles['shortcuts']}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <ShortcutRow key={shortcut.does} shortcut={shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function ShortcutRow({ shortcut: { does, keys } }: { shortcut: Shortcut }) {
  return (
    <div>
      <dt>{does}</dt>
      <dd>
        {keys.map((way, index) => (
          <Fragment key={way.join()}>
            {index > 0 && <span>or</span>}
            {way.map((key) => (
              <Kbd key={key} size="sm">
                {keyName(key)}
              </Kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

/** Focuses the field of *Find* if that screen is open. */
function focusFindField(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('#screen form[role="search"] textarea')
  field?.focus()
  field?.select()
  return field !== null
}
