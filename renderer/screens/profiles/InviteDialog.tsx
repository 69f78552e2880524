import { Modal, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { hasNoRules } from '../../../contract/service/rules/trackingRules.ts'
import { maxKeyNameLength, type KeyScope } from '../../../contract/service/keys/keyScope.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DialogButtons, DialogForm } from '../../ui/forms/DialogForm.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { QuietText } from '../../ui/variants.ts'

interface InviteDialogProps {
  profile: SavedProfile
  close: () => void
}

const scopes: { value: KeyScope | ''; label: string }[] = [
  { value: '', label: 'Everything that this key may' },
  { value: 'read-only', label: 'Only see links' },
  { value: 'create-only', label: 'Only create links' },
]
const lifetimes = [
  { value: '24', label: 'One day' },
  { value: '72', label: 'Three days' },
  { value: '168', label: 'One week' },
]

/** Invites a colleague to a profile's project. Shows the link once, because the service doesn't store it. */
export function InviteDialog({ profile, close }: InviteDialogProps) {
  const invite = useCallMutation('enrolment.invite')
  const permission = useCall('enrolment.mayInvite', { profileId: profile.id }, { staleTime: 0, gcTime: 0 })
  const isForbidden = permission.data?.mayInvite === false || invite.error?.problem.code === 'key_scope'
  return (
    <Modal
      opened
      onClose={close}
      size={520}
      title={invite.data ? 'Send this invitation' : 'Invite a colleague'}
    >
      {isForbidden ? (
        <Forbidden profile={profile} close={close} />
      ) : invite.data ? (
        <Invitation profile={profile} invitation={invite.data} close={close} />
      ) : (
        <InviteForm profile={profile} invite={invite} close={close} />
      )}
    </Modal>
  )
}

interface InviteFormProps extends InviteDialogProps {
  invite: ReturnType<typeof useCallMutation<'enrolment.invite'>>
}

function InviteForm({ profile, invite, close }: InviteFormProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope | ''>('')
  const [hours, setHours] = useState('24')
  const problem = invite.error?.problem
  const nameError = problem?.fields?.['name']
  return (
    <DialogForm
      submit={() =>
        invite.mutate({
          profileId: profile.id,
          name: name.trim(),
          hours: Number(hours),
          ...(scope !== '' && { scope }),
        })
      }
      cancel={close}
      label="Create invitation"
      isPending={invite.isPending}
      disabled={name.trim() === ''}
      problem={nameError === undefined ? problem : null}
    >
      <TextInput
        data-autofocus
        autoFocus
        required
        label="Name"
        description="Everyone in the project sees it with the links that your colleague makes."
        maxLength={maxKeyNameLength}
        value={name}
        error={nameError}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select label="May" data={scopes} value={scope} onChange={(chosen) => setScope(chosen ?? '')} />
      <Select
        label="Valid for"
        data={lifetimes}
        value={hours}
        onChange={(chosen) => chosen !== null && setHours(chosen)}
      />
    </DialogForm>
  )
}

/** Says that the key may not invite, with words for the operator, who can allow it. */
function Forbidden({ profile: { name, baseUrl }, close }: InviteDialogProps) {
  const host = URL.parse(baseUrl)?.host ?? baseUrl
  const request = `Please let my Linkwright key for “${name}” (${host}) invite colleagues: linkwright key allow-invite PROJECT KEY_NAME`
  return (
    <Stack gap="md">
      <p role="status">
        Your key may not invite others. Whoever runs the service can allow it: send them these words.
      </p>
      <Code text={request} label="Words for the operator" />
      <DialogButtons cancel={close} cancelLabel="Close">
        <CopyButton text={request} label="Copy the words" autoFocus />
      </DialogButtons>
    </Stack>
  )
}

interface InvitationProps extends InviteDialogProps {
  invitation: CallOutput<'enrolment.invite'>
}

/** Returns whether a profile has tracking rules that its service doesn't share, or in another way. */
function useHasUnsharedRules(profileId: string): boolean {
  const rules = useCall('rules.get', { profileId }).data?.rules ?? {}
  const shared = useCall('sharing.service', { profileId }).data
  return !hasNoRules(rules) && shared !== undefined && (!shared?.hasRules || shared.changes.length > 0)
}

function Invitation({ profile, invitation: { link, keyName, expiresAt }, close }: InvitationProps) {
  const hasUnsharedRules = useHasUnsharedRules(profile.id)
  return (
    <Stack gap="md">
      <p>
        Send this link to your colleague, who opens it or pastes it under{' '}
        <em>Profiles → Paste an invitation</em>. It works once, for whoever uses it first, and can’t be shown
        again.
      </p>
      <FieldList
        rows={[
          { name: 'For', value: keyName },
          { name: 'Valid until', value: formatTime(expiresAt) },
          { name: 'Link', value: link },
        ]}
      />
      {hasUnsharedRules && (
        <QuietText>
          Your colleague gets the tracking rules that the service shares, which aren’t all of yours.{' '}
          <Link href={`/profiles/${profile.id}/rules`} onClick={close}>
            Save yours as a file
          </Link>{' '}
          and send it along.
        </QuietText>
      )}
      <DialogButtons cancel={close} cancelLabel="Done">
        <CopyButton text={link} label="Copy link" autoFocus />
      </DialogButtons>
    </Stack>
  )
}
