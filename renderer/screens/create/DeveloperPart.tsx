import { lazy } from 'react'
import { useSetPreferences } from '../../api/app.ts'
import { Folded } from '../../features/linkForm/FormSections.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { useSession } from '../../session/Session.tsx'

const RequestPart = lazy(() => import('./RequestPart.tsx'))

/** Shows what only developers need. Whether it is open is remembered, and other screens follow it. */
export function DeveloperPart() {
  const { state, current } = useSession()
  const set = useSetPreferences()
  const { developer } = state
  return (
    <Folded
      title="Developer"
      summary="Request as JSON or cURL"
      opened={developer}
      toggle={() => set({ developer: !developer })}
    >
      <LaterPart>
        <RequestPart current={current} />
      </LaterPart>
    </Folded>
  )
}
