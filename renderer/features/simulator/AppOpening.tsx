import { lazy } from 'react'
import type { AppOpeningProps } from './AppOpeningPart.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'

const Part = lazy(() => import('./AppOpeningPart.tsx'))

/** Shows whether phones open the app from a link. Loaded on demand. */
export function AppOpening(props: AppOpeningProps) {
  return (
    <LaterPart>
      <Part {...props} />
    </LaterPart>
  )
}
