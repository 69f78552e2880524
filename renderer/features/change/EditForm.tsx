import { useDisclosure } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { CurrentLink } from '../../../contract/app/calls/links/changes.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { useCheckLink } from '../../api/checks.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { toRequest } from '../../link/form.ts'
import type { FormRules } from '../../link/formRules.ts'
import { createFormStore } from '../../link/formStore.ts'
import type { SubmissionState } from '../../link/submission.ts'
import { useLinkForm } from '../../link/useLinkForm.ts'
import { useIsMounted } from '../../ui/useIsMounted.ts'
import { linkTitle } from '../record/linkTitle.ts'
import { LinkForm, LinkFormProvider } from '../linkForm/LinkForm.tsx'
import { SendFailure } from '../linkForm/SendReport.tsx'
import { ConfirmChange } from './ConfirmChange.tsx'
import { EditBar, type EditWork } from './EditBar.tsx'
import { conflictRows, formOfLink, formWithPatch, patchBetween } from './patches.ts'
import { rulesForChange } from './rulesForChange.ts'
import { useChangeLink, type ChangingLink } from './useChangeLink.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { showProblemToast } from '../../ui/problem/showProblem.ts'

interface EditFormProps {
  record: LinkRecord
  current: CurrentLink
  /** A change that wasn't applied, to prefill the form with. */
  patch: LinkPatch | null
  /** The profile's rules; `null` if there are none. */
  rules: FormRules | null
  setWork: (work: EditWork) => void
  /** Closes the form, after a question if there is unsent input. */
  leave: () => void
  close: () => void
}

/** A change that wasn't made, because someone else had changed the link. */
interface ChangeConflict {
  id: string
  theirs: CurrentLink
}

/**
 * Shows the form of a link with its changed fields marked, and sends the change. Asks first in production, and if someone
 * else has changed the link. The form is read-only while the change is sent.
 */
export function EditForm(props: EditFormProps) {
  const { record, patch: unsent, rules: allRules, setWork, leave, close } = props
  // A later version would hide that someone else has changed the link since the form was filled in.
  const [current] = useState(props.current)
  const [original] = useState(() => formOfLink(current.link, record.request))
  const [store] = useState(() => createFormStore(unsent ? formWithPatch(original, unsent) : original))
  const rules = useMemo(() => allRules && rulesForChange(allRules, original), [allRules, original])
  const [status, setStatus] = useState<SubmissionState>({ state: 'none' })
  const [isAsking, question] = useDisclosure(false)
  const [conflict, setConflict] = useState<ChangeConflict | null>(null)
  const changing = useChangeLink(record.id)
  const isMounted = useIsMounted()
  const keepTheirs = useKeepTheirs(record.id, close)
  const form = useLinkForm({ store, status, rules, original, isEdit: true })
  const isProduction = record.environment === 'production'
  const patch = () => patchBetween(original, store.get())
  const latest = conflict?.theirs ?? current

  const send = async () => {
    const request = toRequest(store.get())
    const sent = await changing.send(patch(), latest.version)
    const { state, problem } = outcomeOf(sent)
    if (state === 'applied' || state === 'unknown') {
      // A change with an unknown outcome is stored with the link, whose page shows it.
      if ('change' in sent && state === 'applied') changing.announce(sent, 'Link changed')
      // If this form was closed in the meantime, another one may be open.
      if (isMounted()) close()
    } else if (isMounted()) {
      setStatus({ state: 'stopped', problem, request, certain: problem.code !== 'change_unknown' })
      if ('change' in sent && sent.current) {
        setConflict({ id: sent.change.id, theirs: sent.current })
        question.open()
      }
    } else showProblemToast(problem)
  }
  const begin = () =>
    form.attempt((blocking) => {
      if (Object.keys(blocking).length > 0) return
      if (isProduction || conflict) question.open()
      else void send()
    })
  return (
    <LinkFormProvider form={form}>
      <LinkForm
        form={form}
        label="Edit link"
        isLocked={changing.isPending}
        top={<Failure status={status} hide={() => setStatus({ state: 'none' })} />}
        bar={
          <EditBar
            {...{ current, original, isProduction, setWork, changing, leave }}
            showError={form.showError}
            send={begin}
          />
        }
      />
      {isAsking && (
        <ConfirmChange
          title="Change the link"
          name={linkTitle(record)}
          isProduction={isProduction}
          isChangedMeanwhile={conflict !== null}
          rows={conflictRows(current.link, latest.link, patch())}
          close={question.close}
          {...(conflict && { keepTheirs: () => keepTheirs(conflict.id) })}
          confirm={() => {
            question.close()
            void send()
          }}
        />
      )}
    </LinkFormProvider>
  )
}

function Failure({ status, hide }: { status: SubmissionState; hide: () => void }) {
  if (status.state !== 'stopped') return null
  return <SendFailure failure={status} nothingDone="The link wasn’t changed." hide={hide} />
}

function outcomeOf(sent: Awaited<ReturnType<ChangingLink['send']>>) {
  const problem: Problem = { code: 'bug' }
  if ('problem' in sent) return { state: 'refused', problem: sent.problem }
  return { state: sent.change.state, problem: sent.change.problem ?? problem }
}

/** Returns a function that discards the user's change and loads the link with everyone else's. */
function useKeepTheirs(link: string, close: () => void): (change: string) => void {
  const dismiss = useCallMutation('changes.dismiss', { onError: showProblem })
  const check = useCheckLink({ onError: showProblem })
  return (change) => {
    dismiss.mutate({ id: change })
    check.mutate({ id: link })
    close()
  }
}
