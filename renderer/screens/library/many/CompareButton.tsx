import { Suspense, lazy, useState } from 'react'
import { ChartLine } from 'lucide-react'
import { visitLimits } from '../../../../contract/visits.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { BarButton } from './BarButton.tsx'
import { nameComparedLinks } from './comparedLinks.ts'
import type { Selecting } from './useSelection.ts'

const CompareVisits = lazy(() => import('../../../features/visits/CompareVisits.tsx'))

/** Compares the visits of the selected links. Hidden if no service reports visits. */
export function CompareButton({ selecting, disabled }: { selecting: Selecting; disabled: boolean }) {
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { selection, count } = selecting
  if (!useReportsVisits() || count < 2) return null
  const links = selection.kind === 'links' ? [...selection.links.values()] : null
  const tooMany = links === null || count > visitLimits.paths
  const open = () => {
    setWasOpened(true)
    setOpened(true)
  }
  return (
    <>
      <BarButton
        icon={ChartLine}
        disabled={disabled || tooMany}
        {...(tooMany && { title: `Up to ${visitLimits.paths} links, chosen one by one or as a range` })}
        onClick={open}
      >
        Compare visits…
      </BarButton>
      {wasOpened && links && (
        <Suspense>
          <CompareVisits links={nameComparedLinks(links)} opened={opened} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
