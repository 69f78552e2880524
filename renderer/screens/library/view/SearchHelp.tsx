import { ActionIcon, Box, Flex, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { memo, useState } from 'react'
import { trackingNames } from '../../../../contract/service/link/fields.ts'

const examples: [typed: string, finds: string][] = [
  ['summer berlin', 'links with both words, anywhere'],
  ['"summer sale"', 'exact phrase'],
  [
    'tag:print',
    `also ${['title', ...trackingNames, 'parameter', 'data', 'note', 'path', 'profile'].join(':, ')}:`,
  ],
  ['to:shop.example', 'destination; domain: also matches the whole domain'],
  ['is:starred', 'also archived, added, reference, failed, unknown, production, development'],
  ['is:gone', 'as last known; also changed, inactive (off)'],
  ['-berlin', 'excludes a word; works with everything above'],
]

/** Explains the search syntax. */
export const SearchHelp = memo(function SearchHelp() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus trapFocus>
      <Popover.Target>
        <Tooltip label="Search help" disabled={opened}>
          <ActionIcon size="sm" aria-label="Search help" onClick={() => setOpened(!opened)}>
            <CircleHelp size={15} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Search help">
        <Stack component="dl" gap="xs" fz="sm" tabIndex={0}>
          {examples.map(([typed, finds]) => (
            <Flex key={typed} gap={12}>
              <Box component="dt" flex="0 0 128px">
                <code>{typed}</code>
              </Box>
              <Text component="dd" inherit c="dimmed" maw={240}>
                {finds}
              </Text>
            </Flex>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
})
