import { Modal } from '@mantine/core'
import { commandIds, commandPlaces, commands } from '../../contract/app/window/commands.ts'
import { KeyNames } from '../session/KeyNames.tsx'
import { useSession } from '../session/Session.tsx'
import styles from './shell.module.css'

/** Lists the shortcuts of all commands, by the place where they work. Loaded on demand. */
export default function ShortcutsDialog({ close }: { close: () => void }) {
  const { singleKeys } = useSession().state
  const isOn = (keys: readonly string[]) => singleKeys || keys.some((key) => key.length > 1)
  const shortcuts = commandIds.flatMap((id) => {
    const { title, place, keys = [] } = commands[id]
    const active = keys.filter(isOn)
    return active.length > 0 ? [{ title, place, keys: active }] : []
  })
  return (
    <Modal
      opened
      onClose={close}
      title="Keyboard shortcuts"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles['shortcuts']}>
        {commandPlaces
          .filter((place) => shortcuts.some((shortcut) => shortcut.place === place))
          .map((place) => (
            <section key={place} aria-label={place}>
              <h3>{place}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.place === place)
                  .map(({ title, keys }) => (
                    <div key={title}>
                      <dt>{title}</dt>
                      <dd>
                        <KeyNames keys={keys} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  )
}
