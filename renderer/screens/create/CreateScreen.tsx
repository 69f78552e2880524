import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { Draft } from '../../../contract/app/calls/runs/drafts.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDrafts } from '../../api/drafts.ts'
import { useHostState } from '../../api/hostState.ts'
import { useSession } from '../../session/Session.tsx'
import { CreateForm } from './CreateForm.tsx'
import { claimDraft, openDraftId, rememberDraft } from './openDraft.ts'
import { useBeginning } from './useBeginning.ts'
import { readDraft } from '../../link/draft.ts'
import type { FormValues } from '../../link/form.ts'

/** Opens the named draft, the newest one, or a new one. */
export function CreateScreen() {
  const { current } = useSession()
  const { draft } = useParams<{ draft?: string }>()
  const drafts = useDrafts()
  const beginning = useBeginning(current.profile.id)
  const [reads, setReads] = useState(0)
  // While it isn't, the whole window says so.
  const isAnswering = useHostState() === 'answering'
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
    return {
      id,
      isListed: drafts !== null,
      form: savedDraft ? readDraft(savedDraft.form) : { values: beginning, intent: null },
    }
  })
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    void chooseFreeId(opened.id).then((free) => {
      // Otherwise the draft that was open before is opened once it can be read.
      if (opened.isListed) rememberDraft(free)
      setId(free)
    })
  }, [opened])
  return id !== null && <CreateForm draftId={id} initial={opened.form} current={current} />
}

/** Returns the id of a draft; a new one for a copy of it if another window has it open. */
async function chooseFreeId(wanted: string): Promise<string> {
  if (await claimDraft(wanted)) return wanted
  showToast({ role: 'status', message: 'Another window has this draft open, so this is a copy.' })
  return await chooseFreeId(crypto.randomUUID())
}
