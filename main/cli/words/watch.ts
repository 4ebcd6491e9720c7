/** What watch says. */

export const config = {
  root: 'the config file',
  unnamed: 'give the rule a name',
  sameName: (name: string) => `another rule is called “${name}” too; give each rule its own name`,
} as const;
