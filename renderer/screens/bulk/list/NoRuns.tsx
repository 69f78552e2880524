import { Button } from '@mantine/core'
import { Layers } from 'lucide-react'
import { useLocation } from 'wouter'
import { newRunPath } from '../../../session/routes.ts'
import { Empty } from '../../../ui/Empty.tsx'

/** Before the first run. */
export function NoRuns() {
  const [, go] = useLocation()
  return (
    <Empty
      icon={Layers}
      title="Many links at once"
      actions={
        <>
          <Button onClick={() => go(newRunPath)}>Start with your rows</Button>
          <Button variant="default" onClick={() => go('/links')}>
            Start from links
          </Button>
        </>
      }
    >
      Paste rows from a spreadsheet, choose a file, or combine lists such as channels and languages. You check
      every row, look at the first link, and get the rest back in the order of your table.
    </Empty>
  )
}
