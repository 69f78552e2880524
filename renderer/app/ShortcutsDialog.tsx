import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { keyName, shortcutGroups } from './shortcutList.ts'
import type { Shortcut } from './shortcutList.ts'
import styles from './shell.module.css'

/** Lists all shortcuts. Loaded on demand. */
export default function ShortcutsDialog({ close }: { close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
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
        {keys.map((combination, index) => (
          <Fragment key={combination.join()}>
            {index > 0 && <span>or</span>}
            {combination.map((key) => (
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
