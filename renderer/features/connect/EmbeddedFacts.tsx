import { FieldList } from '../../ui/FieldList.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** The service on this computer looks after its address by itself: there is something to know, and nothing to set. */
export function EmbeddedFacts({ profile }: { profile: SavedProfile }) {
  return (
    <FieldList
      rows={[
        { name: 'Base URL', value: <code>{profile.baseUrl}</code> },
        { name: 'Link host', value: <code>{profile.linkHosts.join(', ')}</code> },
      ]}
    />
  )
}
