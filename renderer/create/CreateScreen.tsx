import { useState } from 'react'
import { useParams } from 'wouter'
import type { Draft } from '../../contract/calls/drafts.ts'
import { Loading } from '../kit/Loading.tsx'
import { ProblemView } from '../problem/ProblemView.tsx'
import { useDrafts } from '../queries/drafts.ts'
import { useFrame } from '../shell/Frame.tsx'
import { CreateForm } from './CreateForm.tsx'
import { readDraft } from './draft.ts'
import styles from './create.module.css'

/** Opens a draft: the one that is named, the newest, or a new one. */
export default function CreateScreen() {
  const { draft } = useParams<{ draft?: string }>()
  const drafts = useDrafts()
  if (drafts.isPending) return <Loading label="Opening your draft" />
  return (
    <>
      {drafts.error && (
        <div className={styles['above']}>
          <ProblemView problem={drafts.error.problem} />
        </div>
      )}
      <OpenDraft key={draft ?? ''} wanted={draft} drafts={drafts.data ?? []} />
    </>
  )
}

/** Chooses once: a later save must not change which draft is open. */
function OpenDraft({ wanted, drafts }: { wanted: string | undefined; drafts: Draft[] }) {
  const { current } = useFrame()
  const [opened] = useState(() => {
    const kept = wanted ? drafts.find(({ id }) => id === wanted) : drafts[0]
    return { id: kept?.id ?? wanted ?? crypto.randomUUID(), form: readDraft(kept?.form) }
  })
  return <CreateForm draftId={opened.id} initial={opened.form} current={current} />
}
