import { Button, Select, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { toRequest } from '../../link/form.ts'
import { formFromRequest } from '../../link/formFrom.ts'
import type { FormStore } from '../../link/formStore.ts'
import { useRules } from '../../link/FormChecks.tsx'
import { useFormValues } from '../../link/FormContext.tsx'
import { useFormRules } from '../../link/useFormRules.ts'
import { useLinkForm } from '../../link/useLinkForm.ts'
import type { SubmissionControls } from '../../link/useSubmission.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useSession } from '../../session/Session.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { DeveloperPart } from '../linkForm/DeveloperPart.tsx'
import { FieldTable } from '../../ui/FieldTable.tsx'
import { LinkForm, LinkFormProvider } from '../linkForm/LinkForm.tsx'
import { SendBar } from '../linkForm/SendBar.tsx'
import { SendReport } from '../linkForm/SendReport.tsx'
import { ExistingLink } from './ExistingLink.tsx'
import { findChanges, type Promotable } from './promotion.ts'
import { QuietText } from '../../ui/variants.ts'

interface PromotionFormProps {
  record: Promotable
  store: FormStore
  submission: SubmissionControls
  /** Chooses the profile, which the session then has. */
  choose: (profileId: string) => void
  close: () => void
}

/** Shows a development link's form as it is created in production: what differs, and every field. */
export function PromotionForm({ record, store, submission, choose, close }: PromotionFormProps) {
  const { profile } = useSession().current
  const { status, send: create, ...controls } = submission
  const rules = useFormRules(profile.id) ?? null
  const original = useMemo(() => originalForm(record, profile), [record, profile])
  const form = useLinkForm({ store, status, rules, original })
  const isSending = status.state === 'sending' || form.isChecking
  // While a link may have been created from it, the form stays as it was sent.
  const isOpen = status.state === 'none' || status.state === 'stopped'
  const send = () =>
    form.attempt((blocking, values) => {
      if (Object.keys(blocking).length > 0) return
      const request = toRequest(values)
      // Each profile has its own intent, because profiles have different services.
      const target = { profileId: profile.id, environment: 'production' } as const
      create(profile.id, { ...target, request, promotedFrom: record.id })
    })
  return (
    <LinkFormProvider form={form}>
      <LinkForm
        form={form}
        label="New production link"
        isLocked={!isOpen}
        top={
          <Stack gap={18}>
            <SendReport status={status} {...controls} again={send} />
            <ExistingLink record={record} profileId={profile.id} />
            <ProfileChoice disabled={!isOpen} choose={choose} />
            <Changes record={record} />
          </Stack>
        }
        end={<DeveloperPart />}
        bar={
          <DialogFooter>
            <SendBar
              label="Create in production"
              isSending={isSending}
              disabled={!isOpen}
              send={send}
              cancel={controls.cancel}
              showError={form.showError}
              status={
                <QuietText span role="status">
                  Nothing is sent yet. The development link stays as it is.
                </QuietText>
              }
            >
              <Button variant="default" disabled={isSending} onClick={close}>
                Cancel
              </Button>
            </SendBar>
          </DialogFooter>
        }
      />
    </LinkFormProvider>
  )
}

/** Returns the development link's form. On its own host the link keeps its path, which is then not offered. */
function originalForm({ link, request }: Promotable, { hasOwnPaths, linkHosts }: SavedProfile) {
  const isFree = hasOwnPaths && !linkHosts.includes(URL.parse(link ?? '')?.host ?? '')
  const form = formFromRequest(request)
  return { ...form, path: isFree ? form.path : '' }
}

function ProfileChoice({ disabled, choose }: { disabled: boolean; choose: (profileId: string) => void }) {
  const { state, current } = useSession()
  if (state.profiles.length < 2) return null
  return (
    <Select
      label="Profile"
      description="The link is created in this profile’s production."
      data={state.profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={current.profile.id}
      disabled={disabled}
      onChange={(id) => id && choose(id)}
    />
  )
}

/** Shows what differs in production, side by side. */
function Changes({ record }: { record: Promotable }) {
  const { state, current } = useSession()
  const request = toRequest(useFormValues())
  const sent = useRules()?.request(request) ?? request
  const source = state.profiles.find(({ id }) => id === record.profileId)
  return (
    <section aria-labelledby="promote-changes">
      {/* What is read first. The dialog would focus its *Close*. */}
      <h3 id="promote-changes" tabIndex={-1} data-autofocus>
        What changes
      </h3>
      <FieldTable
        heads={['Development', 'Production']}
        rows={findChanges(source, record, current.profile, sent)}
      />
    </section>
  )
}
