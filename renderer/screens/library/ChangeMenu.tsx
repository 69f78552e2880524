import { Button, Menu } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { useLocation } from 'wouter'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import type { ChangeChoice } from '../../features/change/many/choices.ts'
import { changeTablePath } from '../../session/routes.ts'
import { useCanChangeLinks } from '../../features/change/many/useCanChangeLinks.ts'
import styles from './library.module.css'
import { ChangeDialog } from '../../features/change/many/ChangeDialog.tsx'

interface ChangeMenuProps {
  view: LibraryView
  /** How many links match, in words: "5 links"; `null` for none. */
  matching: string | null
}

/**
 * Changes all matching links, or the links of a table, on their service. Hidden if no service supports changing links.
 */
export const ChangeMenu = memo(function ChangeMenu({ view, matching }: ChangeMenuProps) {
  const [kind, setKind] = useState<ChangeChoice['kind'] | null>(null)
  const canChangeLinks = useCanChangeLinks()
  const [, go] = useLocation()
  if (!canChangeLinks) return null
  const { profileId, environment } = view
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className={styles['change'] ?? ''}
            variant="default"
            aria-label="Change…"
            title="Change links on their service"
            leftSection={<Pencil size={15} />}
          >
            Change…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {matching !== null && (
            <>
              <Menu.Item onClick={() => setKind('address')}>{`Change ${matching}…`}</Menu.Item>
              <Menu.Item onClick={() => setKind('replace')}>{`Find and replace in ${matching}…`}</Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => go(changeTablePath)}>From a table of new addresses…</Menu.Item>
          <Menu.Item onClick={() => go('/bulk?kind=change')}>Show earlier changes</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {kind !== null && matching !== null && (
        <ChangeDialog
          links={{ which: { view }, count: matching, profileId, environment }}
          initial={{ kind, text: '' }}
          close={() => setKind(null)}
        />
      )}
    </>
  )
})
