package stampede;

import stampede.testing.ModuleRules;

/** The task system's modules. */
class TaskModulesTests implements ModuleRules {}
