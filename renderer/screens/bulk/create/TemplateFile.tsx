import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRunFile } from '../../../api/runs.ts'
import { sayProblem } from '../../../ui/problem/sayProblem.tsx'

/** Saves an empty table with an example. */
export function TemplateFile() {
  const { template } = useRunFile()
  const save = (form: 'csv' | 'xlsx') =>
    template.mutate({ form }, { onError: ({ problem }) => sayProblem(problem) })
  return (
    <Menu position="bottom">
      <Menu.Target>
        <Button
          variant="subtle"
          loading={template.isPending}
          leftSection={<Download size={15} aria-hidden />}
        >
          Get an empty table
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>Excel, with an explanation</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
