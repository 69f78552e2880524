import { Drawer, Group } from '@mantine/core'
import { useState } from 'react'
import type { LicenceListName } from '../../../api/licences.ts'
import { LicenceList } from './LicenceList.tsx'
import { SmallButton } from '../../../ui/variants.ts'

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
      <SmallButton onClick={() => show('packages')}>{titles.packages}</SmallButton>
      {chromium && <SmallButton onClick={() => show('chromium')}>{titles.chromium}</SmallButton>}
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
