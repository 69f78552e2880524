import { Anchor, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { usePresets } from '../../api/presets.ts'
import { LinkFormProvider } from '../../features/linkForm/LinkForm.tsx'
import { PathField } from '../../features/linkForm/PathField.tsx'
import { SendReport } from '../../features/linkForm/SendReport.tsx'
import { TargetField } from '../../features/linkForm/TargetField.tsx'
import { TextField } from '../../features/linkForm/TextField.tsx'
import type { FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { hasNoAddress, toRequest, type FormValues } from '../../link/form.ts'
import { useFormRules } from '../../link/useFormRules.ts'
import { useLinkForm } from '../../link/useLinkForm.ts'
import { useOpenDraft } from '../../link/useStartDraft.ts'
import { closeQuickCreate, useQuickStart, type QuickStart } from '../../session/quickCreate.ts'
import { useSession } from '../../session/Session.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { announceCreated } from './announceCreated.ts'
import { QuickTracking, trackingPaths } from './QuickTracking.tsx'
import { findPresetByName, useBeginning, type Beginning } from './useBeginning.ts'
import { useDiscardDraft } from './useDiscardDraft.ts'
import { useDraftSession } from './useDraftSession.ts'
import { useSubmit } from './useSubmit.ts'
import { QuietText } from '../../ui/variants.ts'

/** Creates a link from its address, over any screen: Enter creates it and copies it. */
export default function QuickCreate() {
  const start = useQuickStart()
  const { profile, environment } = useSession().current
  const beginning = useBeginning(profile.id)
  if (!start || !beginning) return null
  return <QuickForm key={`${start.id} ${profile.id} ${environment}`} start={start} beginning={beginning} />
}

/** Fields that the dialog always has. Errors of those that it never has are shown as a sentence. */
const ownFields = ['title', 'path', 'desktop_custom_redirect.url']

/** Milliseconds after which a form that another program opened can be sent. */
const foreignDelayMs = 1_000

interface QuickFormProps {
  start: QuickStart
  beginning: Beginning
}

function QuickForm({ start, beginning }: QuickFormProps) {
  const { form, store, initial, submit, send, refusal, refusesTracking, openAll, close } = useQuickForm({
    start,
    beginning,
  })
  const { element } = form
  const isProduction = useSession().current.environment === 'production'
  const isSending = submit.status.state === 'sending' || form.isChecking
  const choose = (values: FormValues) => {
    const { title, desktopUrl, path } = store.get()
    store.set({ ...values, title, desktopUrl, path: path || values.path })
  }
  return (
    <Modal opened onClose={close} title="New link" size={560} yOffset="12vh">
      <LinkFormProvider form={form}>
        <div ref={element}>
          <SendReport {...submit} again={send} />
          <form noValidate onSubmit={send}>
            <Stack gap="sm">
              <TargetField
                name="desktopUrl"
                path="desktop_custom_redirect.url"
                label="Where does it go?"
                icon={Globe}
                size="md"
                data-autofocus
              />
              <Group align="start" wrap="nowrap" grow preventGrowOverflow={false}>
                <TextField name="title" label="Title" placeholder="Optional" />
                <PresetChoice beginning={beginning} start={start} choose={choose} />
              </Group>
              <PathField />
              {start.isForeign && (
                <QuietText>Another program asked for this link. Check where it goes.</QuietText>
              )}
              <QuickTracking initial={initial} isRefused={refusesTracking} />
              {refusal && (
                <Text size="sm" c="var(--bad-text)" role="alert">
                  {refusal}
                </Text>
              )}
              <Group justify="space-between" mt={4}>
                <Anchor component="button" type="button" size="sm" onClick={openAll}>
                  All fields
                </Anchor>
                <Group gap="sm" miw={0}>
                  {isSending ? <Elapsed cancel={submit.cancel} /> : <Where />}
                  <Button
                    type="submit"
                    color={isProduction ? 'amber' : 'ink'}
                    loading={isSending}
                    // Leaving a field can move the button away from under the pointer.
                    onMouseDown={(event) => event.preventDefault()}
                  >
                    {isProduction ? 'Create in production and copy' : 'Create and copy'}
                  </Button>
                </Group>
              </Group>
            </Stack>
          </form>
        </div>
      </LinkFormProvider>
    </Modal>
  )
}

/** Keeps the quick form as a draft while it is open, and creates its link. */
function useQuickForm({ start, beginning }: QuickFormProps) {
  const client = useQueryClient()
  const { profile, environment } = useSession().current
  const openDraft = useOpenDraft()
  const [id] = useState(() => crypto.randomUUID())
  const [initial] = useState(() => withStart(beginning(start.preset), start))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [openedAt] = useState(() => performance.now())
  const [refusesTracking, setRefusesTracking] = useState(false)
  const session = useDraftSession(id, { values: initial, intent: null })
  const { store } = session
  const rules = useFormRules(profile.id) ?? null
  const submit = useSubmit({ profile, environment }, session, rules, (record) => {
    closeQuickCreate()
    void announceCreated(client, record, profile)
  })
  const form = useLinkForm({ store, status: submit.status, rules })
  const send = (event?: React.SyntheticEvent) => {
    event?.preventDefault()
    // The key may have been meant for what the form of another program covers.
    if (start.isForeign && performance.now() - openedAt < foreignDelayMs) return
    form.attempt((blocking, values) => {
      const tracking = trackingPaths(rules)
      const reason = refusalSentence(values, blocking, [...ownFields, ...tracking])
      setRefusal(reason)
      setRefusesTracking(tracking.some((path) => blocking[path] !== undefined))
      if (reason === null) submit.send(toRequest(values))
    })
  }
  const openAll = () => {
    // Saved even if nothing was changed, because the form begins with the saved draft.
    store.set({})
    session.flush()
    closeQuickCreate()
    openDraft(id)
  }
  const discard = useDiscardDraft(id, session)
  const close = () => {
    closeQuickCreate()
    // The draft of a create whose outcome isn't known stays.
    if (session.intent() !== null) return
    if (JSON.stringify(store.get()) === JSON.stringify(initial)) session.discard()
    else discard()
  }
  return { form, store, initial, submit, send, refusal, refusesTracking, openAll, close }
}

/** Names the profile and environment that the link will belong to. */
function Where() {
  const { profile, environment } = useSession().current
  return (
    <QuietText fz="xs" miw={0}>
      {profile.name} · {environment}
    </QuietText>
  )
}

interface PresetChoiceProps {
  beginning: Beginning
  start: QuickStart
  choose: (values: FormValues) => void
}

/** Chooses what the other fields are filled with. Not shown without presets. */
function PresetChoice({ beginning, start, choose }: PresetChoiceProps) {
  const { profile } = useSession().current
  const { presets = [], defaults = {} } = usePresets().data ?? {}
  const [chosen, setChosen] = useState(() => {
    const named = findPresetByName(presets, start.preset)?.id
    return named ?? defaults[profile.id] ?? null
  })
  if (presets.length === 0) return null
  return (
    <Select
      label="Preset"
      placeholder="None"
      w={190}
      clearable
      data={presets.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        choose(beginning(id ?? ''))
      }}
    />
  )
}

function withStart(values: FormValues, { url, title }: QuickStart): FormValues {
  return { ...values, ...(url !== undefined && { desktopUrl: url }), ...(title !== undefined && { title }) }
}

/** Returns why the form can't be sent, as a sentence that says what to do; `''` if its field says it, `null` if it can. */
function refusalSentence(values: FormValues, blocking: FieldErrors, shown: readonly string[]): string | null {
  if (hasNoAddress(values))
    return 'Enter where the link goes. A link without an address can be made with all fields.'
  const errors = Object.entries(blocking)
  if (errors.length === 0) return null
  const [path, text] = errors.find(([each]) => !shown.includes(each)) ?? []
  return path === undefined || text === undefined
    ? ''
    : `${fieldName(path.split('.')[0] ?? '')}: ${text} Open all fields to change it.`
}
