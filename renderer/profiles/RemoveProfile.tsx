import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useLocation } from 'wouter'
import { Callout } from '../kit/Callout.tsx'
import { ProblemView } from '../problem/ProblemView.tsx'
import { useRemoveProfile } from '../queries/profiles.ts'
import type { SavedProfile } from '../shell/currentProfile.ts'
import styles from './profiles.module.css'

/** Removing takes the key along and leaves the links; it is asked for twice, in place. */
export function RemoveProfile({ profile }: { profile: SavedProfile }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useRemoveProfile()
  const [, go] = useLocation()
  if (!asked) {
    return (
      <Button
        className={styles['remove'] ?? ''}
        variant="subtle"
        color="red"
        leftSection={<Trash2 size={15} aria-hidden />}
        onClick={open}
      >
        Remove this profile
      </Button>
    )
  }
  const confirm = () => remove.mutate(profile.id, { onSuccess: () => go('/profiles') })
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      role="alert"
      title={`Remove “${profile.name}”?`}
      actions={
        <>
          <Button size="xs" color="red" loading={remove.isPending} onClick={confirm}>
            Remove profile and key
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Keep it
          </Button>
        </>
      }
    >
      <p>Its project key is deleted from this computer. The links you made with it stay in Links.</p>
      {remove.error && <ProblemView problem={remove.error.problem} />}
    </Callout>
  )
}
