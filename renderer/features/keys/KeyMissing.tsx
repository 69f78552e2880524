import { KeyRound } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { KeyEntry } from './KeyEntry.tsx'
import styles from './keys.module.css'

interface KeyMissingProps {
  profile: SavedProfile
  keyStore: KeyStoreState
}

/** Asks for a missing key before the person fills in a form that needs it. */
export default function KeyMissing({ profile, keyStore }: KeyMissingProps) {
  return (
    <section className={styles['missing']} aria-labelledby="key-missing-heading">
      <div className={styles['missingText']}>
        <KeyRound size={16} aria-hidden />
        <div>
          <h2 id="key-missing-heading">Enter the project key for “{profile.name}”</h2>
          <p>
            {profile.key === 'none'
              ? 'There is no key for it on this computer. Without one, links can be drafted but not created or looked up.'
              : 'Its key is in a key store that can’t be reached now. Enter it again, or see Settings, Key storage, for how to make the store available.'}
          </p>
        </div>
      </div>
      <KeyEntry key={profile.id} profile={profile} keyStore={keyStore} cancel={null} done={() => undefined} />
    </section>
  )
}
