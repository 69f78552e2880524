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
  const [shown, setShown] = useState<LicenceListName | null>(null)
  return (
    <Group gap="xs">
      <SmallButton onClick={() => setShown('packages')}>{titles.packages}</SmallButton>
      {chromium && <SmallButton onClick={() => setShown('chromium')}>{titles.chromium}</SmallButton>}
      {shown && (
        <Drawer opened onClose={() => setShown(null)} position="right" size={720} title={titles[shown]}>
          <LicenceList list={shown} />
        </Drawer>
      )}
    </Group>
  )
}
