import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { Draft } from '../../../contract/app/calls/runs/drafts.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDrafts } from '../../api/drafts.ts'
import { hostState } from '../../api/hostState.ts'
import { useSession } from '../../session/Session.tsx'
import { CreateForm } from './CreateForm.tsx'
import { claimDraft, openDraftId, rememberDraft } from './openDraft.ts'
import { useBeginning } from './useBeginning.ts'
import { readDraft, type DraftForm } from '../../link/draft.ts'
import type { FormValues } from '../../link/form.ts'

/** Opens the named draft, the newest one, or a new one; also a new one if another window has the newest one open. */
export function CreateScreen() {
  const { current } = useSession()
  const { draft } = useParams<{ draft?: string }>()
  const drafts = useDrafts()
  const beginning = useBeginning(current.profile.id)
  const [reads, setReads] = useState(0)
  // While it isn't, the whole window says so.
  const isAnswering = hostState.use() === 'answering'
  const readAgain = async () => {
    const { isSuccess } = await drafts.refetch()
    if (isSuccess) setReads(reads + 1)
  }
  if (drafts.isPending || !beginning) return <Loading label="Loading your draft" />
  return (
    <>
      {drafts.error && isAnswering && (
        <Box p="16px 24px 0">
          <ProblemView problem={drafts.error.problem} retry={() => void readAgain()} />
        </Box>
      )}
      <OpenDraft
        key={`${draft ?? ''} ${String(reads)}`}
        draftId={draft}
        drafts={drafts.data ?? null}
        beginning={beginning()}
      />
    </>
  )
}

interface OpenDraftProps {
  draftId: string | undefined
  /** `null` if they couldn't be read. A new draft is then opened, which can't overwrite any. */
  drafts: Draft[] | null
  beginning: FormValues
}

/** Chosen once, because a later save must not change which draft is open. *Create* returns to the last opened draft. */
function OpenDraft({ draftId, drafts, beginning }: OpenDraftProps) {
  const { current } = useSession()
  const [opened] = useState(() => {
    const knownId = drafts && (draftId ?? openDraftId() ?? drafts[0]?.id)
    const id = knownId ?? crypto.randomUUID()
    const savedDraft = drafts?.find((draft) => draft.id === id)
    const newForm = { values: beginning, intent: null }
    const form = savedDraft ? readDraft(savedDraft.form) : newForm
    const isNamed = draftId !== undefined
    return { draft: { id, form }, isListed: drafts !== null, isNamed, newForm }
  })
  const [claimed, setClaimed] = useState<ClaimedDraft | null>(null)
  useEffect(() => {
    const { draft, isListed, isNamed, newForm } = opened
    void claim(draft, isNamed ? null : newForm).then((free) => {
      // Otherwise the draft that was open before is opened once it can be read.
      if (isListed) rememberDraft(free.id)
      setClaimed(free)
    })
  }, [opened])
  return claimed && <CreateForm draftId={claimed.id} initial={claimed.form} current={current} />
}

interface ClaimedDraft {
  id: string
  form: DraftForm
}

/** Claims a draft. If another window has it open, returns a new draft instead: with `newForm`, or as a copy if it is `null`. */
async function claim(draft: ClaimedDraft, newForm: DraftForm | null): Promise<ClaimedDraft> {
  if (await claimDraft(draft.id)) return draft
  if (newForm === null)
    showToast({ role: 'status', message: 'Another window has this draft open, so this is a copy.' })
  return await claim({ id: crypto.randomUUID(), form: newForm ?? draft.form }, newForm)
}
