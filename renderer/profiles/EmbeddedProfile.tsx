import type { KeyStoreState } from '../../contract/keyStore.ts'
import { FieldList } from '../kit/FieldList.tsx'
import type { SavedProfile } from '../shell/currentProfile.ts'

interface EmbeddedProfileProps {
  profile: SavedProfile
  dataFolder: string
  keyStore: KeyStoreState
}

/** The service on this computer looks after itself: there is something to know, and nothing to set. */
export function EmbeddedProfile({ profile, dataFolder, keyStore }: EmbeddedProfileProps) {
  const kept = profile.key === 'keychain' ? keyStore.name : 'memory, until you close the app'
  return (
    <FieldList
      rows={[
        { name: 'Base URL', value: <code>{profile.baseUrl}</code> },
        { name: 'Link host', value: <code>{profile.linkHosts.join(', ')}</code> },
        { name: 'Project key', value: `In ${kept}` },
        { name: 'Links are kept in', value: <code>{dataFolder}</code> },
      ]}
    />
  )
}
