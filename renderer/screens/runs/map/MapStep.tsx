import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { rowsQuery } from '../../../api/runRows.ts'
import { keepMapping, useRunMutation } from '../../../api/runs.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { headBar } from '../rows/RowsHead.tsx'
import { totalRows } from '../rows/useRunRows.ts'
import { ColumnList } from './ColumnList.tsx'
import { PreviewLinks } from './PreviewLinks.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import styles from './map.module.css'

/** Edits the column mapping and the template, and previews the first links. */
export function MapStep({ run, onContinue }: { run: Run; onContinue: () => void }) {
  const [mapping, setMapping] = useState(run.mapping)
  const rows = useQuery(rowsQuery(run.id, 'all'))
  const { save, isPending } = useSavedMapping(run, mapping)
  const isKeyMissing = mapping.columns.some((use) => use.to === 'data' && use.path === '')
  return (
    <Stack component="section" gap={0} flex={1} mih={0} aria-label="Columns">
      <Group {...headBar}>
        <Text inherit flex="1 1 260px" fw={550}>
          Choose what each column is for. Spaces around values are removed. Nothing is sent yet.
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={isPending} disabled={isKeyMissing} onClick={() => save(onContinue)}>
            Check {formatCount(totalRows(run), 'row')}
          </Button>
        </Group>
      </Group>
      <div className={styles['sides']}>
        <Stack className={styles['side'] ?? ''} gap={28} p="20px var(--gutter) 32px">
          {rows.isLoadingError && (
            <ProblemView problem={rows.error.problem} retry={() => void rows.refetch()} />
          )}
          <ColumnList run={run} rows={rows.data?.rows ?? null} mapping={mapping} change={setMapping} />
          <TemplateFields header={run.header} mapping={mapping} change={setMapping} />
        </Stack>
        <PreviewLinks run={run} mapping={mapping} />
      </div>
    </Stack>
  )
}

/** The user may have just removed the run from the list. */
const showProblemOnLeaving = (error: ProblemError) => {
  if (error.problem.code !== 'run_not_found') showProblem(error)
}

/** How long after the last change the mapping is saved, in milliseconds. */
const keepDelayMs = 500

/**
 * Saves the mapping after each change, so that choices are not lost if the window is closed. Saves it and checks the rows
 * when continuing, and also when leaving.
 */
function useSavedMapping(run: Run, mapping: Mapping) {
  const map = useRunMutation('runs.map')
  const saved = useRef(run.mapping)
  // Whether a mapping was saved since the rows were checked.
  const isKept = useRef(false)
  const isChanged = () => isKept.current || JSON.stringify(saved.current) !== JSON.stringify(mapping)
  const save = (then: () => void) => {
    if (!isChanged() && run.checked) {
      then()
      return
    }
    map.mutate(
      { id: run.id, mapping },
      {
        onSuccess: () => {
          saved.current = mapping
          isKept.current = false
          then()
        },
        onError: showProblem,
      },
    )
  }
  const keep = useEffectEvent(() => {
    if (!isChanged()) return
    isKept.current = true
    keepMapping({ id: run.id, mapping })
  })
  useEffect(() => {
    const timer = setTimeout(() => keep(), keepDelayMs)
    return () => clearTimeout(timer)
  }, [mapping])
  const leave = useEffectEvent(() => {
    if (isChanged()) map.mutateAsync({ id: run.id, mapping }).catch(showProblemOnLeaving)
  })
  useEffect(() => () => leave(), [])
  return { save, isPending: map.isPending }
}
