import { useLocation } from 'wouter'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { missingAs } from '../../api/problemError.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Says why a link of the library can't be shown. One that doesn't exist leads to the list. */
export function LinkProblem({ problem, retry }: { problem: Problem; retry: () => void }) {
  const [, go] = useLocation()
  const shown = missingAs('link_not_in_library', problem)
  if (shown.code !== 'link_not_in_library') return <ProblemView problem={shown} retry={retry} />
  return (
    <ProblemView
      problem={shown}
      actions={<SmallButton onClick={() => go('/links')}>All links</SmallButton>}
    />
  )
}
