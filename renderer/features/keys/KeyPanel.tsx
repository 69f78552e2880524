import { Button } from '@mantine/core'
import { KeyRound, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { KeyStoreState } from '../../../contract/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { KeyEntry } from './KeyEntry.tsx'
import { RemoveKey } from './RemoveKey.tsx'
import { describeKeyPlace, describeManagedKey } from './newKeyPlace.ts'
import styles from './keys.module.css'

interface KeyPanelProps {
  profile: SavedProfile
  keyStore: KeyStoreState
}

/** Shows where a saved profile's key is stored, and sets, replaces or removes it. */
export function KeyPanel({ profile, keyStore }: KeyPanelProps) {
  return (
    <section className={styles['panel']} aria-labelledby="key-heading">
      <h3 id="key-heading">Project key</h3>
      {profile.kind === 'embedded' ? (
        <div className={styles['place']}>
          <KeyRound size={16} aria-hidden />
          <span>{describeManagedKey(profile.key, keyStore)}. You don’t need to enter or save it.</span>
        </div>
      ) : (
        <OwnKey profile={profile} keyStore={keyStore} />
      )}
    </section>
  )
}

function OwnKey({ profile, keyStore }: KeyPanelProps) {
  const [doing, setDoing] = useState<'nothing' | 'replacing' | 'removing'>('nothing')
  const [proven, setProven] = useState(false)
  const missing = profile.key === 'none'
  const rest = () => setDoing('nothing')
  const onAccepted = (isProven: boolean) => {
    setProven(isProven)
    rest()
  }
  const words = describeKeyPlace(profile.key, keyStore)
  return (
    <>
      <div className={styles['place']} data-missing={missing || undefined}>
        {missing ? <ShieldAlert size={16} aria-hidden /> : <KeyRound size={16} aria-hidden />}
        <span role="status">{proven && !missing ? `${words}. The service accepted it.` : words}</span>
        {!missing && doing === 'nothing' && (
          <>
            <Button size="xs" variant="default" onClick={() => setDoing('replacing')}>
              Replace
            </Button>
            <Button size="xs" variant="default" onClick={() => setDoing('removing')}>
              Remove key
            </Button>
          </>
        )}
      </div>
      {(missing || doing === 'replacing') && (
        <KeyEntry profile={profile} keyStore={keyStore} cancel={missing ? null : rest} done={onAccepted} />
      )}
      {!missing && doing === 'removing' && <RemoveKey profile={profile} done={rest} />}
    </>
  )
}
