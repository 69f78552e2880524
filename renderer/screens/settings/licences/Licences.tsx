import { Button, Drawer, Group } from '@mantine/core'
import { useState } from 'react'
import type { LicenceListName } from '../../../api/licences.ts'
import { LicenceList } from './LicenceList.tsx'

const titles: Record<LicenceListName, string> = {
  packages: 'Packages in Linkwright',
  chromium: 'Chromium and its components',
}

/** Shows the licences of the packages and, if the app includes Chromium, of its components. */
export function Licences({ chromium }: { chromium: boolean }) {
  const [list, setList] = useState<LicenceListName>('packages')
  const [opened, setOpened] = useState(false)
  const show = (name: LicenceListName) => {
    setList(name)
    setOpened(true)
  }
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => show('packages')}>
        {titles.packages}
      </Button>
      {chromium && (
        <Button variant="default" size="xs" onClick={() => show('chromium')}>
          {titles.chromium}
        </Button>
      )}
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={720}
        title={titles[list]}
      >
        <LicenceList list={list} />
      </Drawer>
    </Group>
  )
}
