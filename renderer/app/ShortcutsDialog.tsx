import { Box, Group, Modal, Stack } from '@mantine/core'
import { commandIds, commandPlaces, commands } from '../../contract/app/window/commands.ts'
import { KeyNames } from '../session/KeyNames.tsx'
import { useSession } from '../session/Session.tsx'

/** Lists the shortcuts of all commands, by the place where they work. */
export default function ShortcutsDialog({ close }: { close: () => void }) {
  const { singleKeys } = useSession().state
  const isOn = (keys: readonly string[]) => singleKeys || !keys.every((key) => /^[ -~]$/.test(key))
  const shortcuts = commandIds.flatMap((id) => {
    const { title, place, keys = [] } = commands[id]
    const active = keys.filter(isOn)
    return active.length > 0 ? [{ title, place, keys: active }] : []
  })
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts" size={560}>
      <Stack gap="md">
        {commandPlaces
          .filter((place) => shortcuts.some((shortcut) => shortcut.place === place))
          .map((place) => (
            <section key={place} aria-label={place}>
              <Box component="h3" mb={4} fz="sm">
                {place}
              </Box>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.place === place)
                  .map(({ title, keys }) => (
                    <Group
                      key={title}
                      gap="4px 16px"
                      justify="space-between"
                      py={5}
                      style={{ borderBottom: '1px solid var(--line)' }}
                    >
                      <dt>{title}</dt>
                      <Group component="dd" gap={4} c="dimmed" fz="sm">
                        <KeyNames keys={keys} />
                      </Group>
                    </Group>
                  ))}
              </dl>
            </section>
          ))}
      </Stack>
    </Modal>
  )
}
