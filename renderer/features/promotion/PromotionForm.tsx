import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { ownPathError } from '../../../contract/service/link/ownPath.ts'
import { findAddressWarnings } from '../../link/addressWarnings.ts'
import { formFromRecord } from '../../link/formFrom.ts'
import { toRefusal } from '../../link/refusal.ts'
import { useFormRules } from '../../link/useFormRules.ts'
import { useStartCopy } from '../../link/useStartCopy.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useSession } from '../../session/Session.tsx'
import { Code } from '../../ui/Code.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { AddressCheck } from './AddressCheck.tsx'
import { Definition, Changes } from './Diff.tsx'
import { ExistingLink } from './ExistingLink.tsx'
import { PromotionPath } from './PromotionPath.tsx'
import { findChanges, sameFields, type Promotable } from './promotion.ts'

interface PromotionFormProps {
  record: Promotable
  /** The record's request, with the fixes made here. */
  edited: GenerateRequest
  fix: (edited: GenerateRequest) => void
  sending: boolean
  problem: Problem | null
  promote: (profileId: string) => void
  /** Stops waiting for the service. */
  cancel: () => void
  close: () => void
}

/** Shows the promotion before it is sent: destination, changes, unchanged fields, and the exact request. */
export function PromotionForm(props: PromotionFormProps) {
  const { record, edited, fix, sending, problem, promote, cancel, close } = props
  const { profiles } = useSession().state
  const sourceProfile = profiles.find(({ id }) => id === record.profileId)
  const [chosenId, setChosenId] = useState(sourceProfile?.id ?? profiles[0]?.id ?? '')
  const request = useRequestAfterRules(chosenId, edited)
  const startCopy = useStartCopy()
  const target = profiles.find(({ id }) => id === chosenId)
  if (!target) return null
  const change = () =>
    startCopy(
      { profileId: target.id, environment: 'production' },
      formFromRecord({ ...record, request: edited }),
    )
  const errors = problem ? toRefusal(problem, request).errors : {}
  const refused = Object.keys(errors).length > 0
  const changes = <Changes key="changes" rows={findChanges(sourceProfile, record, target, request)} />
  const definition = (
    <Definition key="definition" request={sameFields(record.request, request)} errors={errors} />
  )
  return (
    <Stack gap={18}>
      {problem && <PromotionFailed problem={problem} change={refused ? change : null} />}
      <AddressCheck request={edited} profileId={target.id} fix={sending ? null : fix} change={change} />
      <ExistingLink record={record} profileId={target.id} />
      {profiles.length > 1 && (
        <Select
          label="Profile"
          description="The link is created in this profile’s production."
          allowDeselect={false}
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={target.id}
          disabled={sending}
          onChange={(id) => id && setChosenId(id)}
        />
      )}
      <PromotionPath record={record} request={edited} target={target} fix={fix} />
      {/* Rejected fields come first. */}
      {refused ? [definition, changes] : [changes, definition]}
      <Fold title="The exact request">
        <Code text={JSON.stringify(request, null, 2)} label="Request" />
      </Fold>
      <Confirm
        {...{ sending, cancel, close }}
        mistake={findMistake(edited, target)}
        promote={() => promote(target.id)}
      />
    </Stack>
  )
}

/** Returns what prevents the promotion; `null` if nothing. As in the form and in Bulk, only our own service is strict about addresses. */
function findMistake(request: GenerateRequest, { defaults }: SavedProfile): 'address' | 'path' | null {
  if (defaults === 'ours' && findAddressWarnings(request).some(({ isError }) => isError)) return 'address'
  return request.path !== undefined && ownPathError(request.path) !== null ? 'path' : null
}

interface ConfirmProps extends Pick<PromotionFormProps, 'sending' | 'cancel' | 'close'> {
  mistake: 'address' | 'path' | null
  promote: () => void
}

const unsentNote = 'Nothing is sent yet. The development link stays as it is.'

/** *Cancel* closes the form, or while the request is sent, stops waiting for the answer. */
function Confirm({ sending, mistake, promote, cancel, close }: ConfirmProps) {
  return (
    <DialogFooter>
      <Text span flex={1} c="dimmed" fz="sm" role="status">
        {sending ? 'Waiting for the service.' : mistake ? `Fix the ${mistake} first.` : unsentNote}
      </Text>
      {sending && <Elapsed />}
      <Button variant="default" onClick={sending ? cancel : close}>
        Cancel
      </Button>
      <Button color="amber" loading={sending} disabled={mistake !== null} onClick={promote}>
        Create in production
      </Button>
    </DialogFooter>
  )
}

/** Says that nothing was created. Rejected fields can be changed in the form. */
function PromotionFailed({ problem, change }: { problem: Problem; change: (() => void) | null }) {
  return (
    <ProblemView
      problem={problem}
      actions={
        change && (
          <Button size="xs" variant="default" onClick={change}>
            Change it in the form
          </Button>
        )
      }
    />
  )
}

/** Returns a request as it is sent in a profile, with the spelling that its rules require. */
function useRequestAfterRules(profileId: string, request: GenerateRequest): GenerateRequest {
  return useFormRules(profileId)?.request(request) ?? request
}
