import { useLocation } from 'wouter'
import { ServiceForm } from '../connect/ServiceForm.tsx'
import { useFrame } from '../shell/Frame.tsx'
import type { SavedProfile } from '../shell/currentProfile.ts'
import { EmbeddedProfile } from './EmbeddedProfile.tsx'
import { RemoveProfile } from './RemoveProfile.tsx'
import styles from './profiles.module.css'

/** One profile to look at and change; without one, the form for a new one. */
export function ProfileEditor({ profile }: { profile: SavedProfile | null }) {
  const { state } = useFrame()
  const [, go] = useLocation()
  return (
    <section className={styles['editor']} aria-labelledby="profile-heading">
      <h2 id="profile-heading">{profile?.name ?? 'Connect to a service'}</h2>
      {profile?.kind === 'embedded' ? (
        <EmbeddedProfile profile={profile} dataFolder={state.dataFolder} keyStore={state.keyStore} />
      ) : (
        <ServiceForm
          keyStore={state.keyStore}
          profile={profile}
          saveLabel={profile ? 'Save' : 'Connect'}
          done={(saved) => go(`/profiles/${saved}`)}
        />
      )}
      {profile && <RemoveProfile profile={profile} />}
    </section>
  )
}
