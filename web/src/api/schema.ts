// Written by `./run types` from the server's OpenAPI document. Do not edit.

export interface paths {
    "/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Alerts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageState"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/patrons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    find: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CagePatron"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageReport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: number | null;
                    most?: number;
                    name?: string;
                    since?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slip"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CageOrder"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SlipDone"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/slips/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slip"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameListed"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GameFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameOffered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    digest?: string | null;
                };
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholeGame"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    decks?: number | null;
                    digest?: string | null;
                };
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GameFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameChecked"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SheetFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    entry?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HandOverSheet"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HandedOver"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hand-over/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    entry?: number | null;
                    lang?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/happenings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string | null;
                    before?: string | null;
                    from?: string | null;
                    kind?: string[] | null;
                    latest?: boolean;
                    most?: number;
                    table?: string | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Happenings"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Heads"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["House"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: number;
                    before?: number | null;
                    kind?: components["schemas"]["Kind"] | null;
                    latest?: boolean;
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Incident"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Accept"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Link"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Keys"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Close"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedDetails"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/me/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryLine"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/history.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedLimits"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Passwords"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Resume"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordAndCode"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    session_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cards_left?: string | null;
                    decks?: number | null;
                    digest?: string | null;
                    removal?: boolean;
                };
                header?: never;
                path: {
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OddsOfGame"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SideBet"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Designed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactOut"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patrons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPatron"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Enrolled"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPerson"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedPerson"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/people/{name}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/history.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedLimits"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/people/{name}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Link"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    session_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Register"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FullReport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    by?: ("table" | "game" | "day" | "bet") | null;
                    from?: string | null;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    lang?: string;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Reset"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Roles"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/side-bets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    decks?: "6" | "8";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CatalogueBet"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/side-bets/mix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Mix"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Mixed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Lobby"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["View"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CommandIn"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Answered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Events"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: number | null;
                    most?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RoundLine"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds/{round}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    round: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecalledRound"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds/{round}/dispute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    round: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/shoes/{shoe}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    shoe: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ShoeProof"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KeptTemplate"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTemplate"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{name}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OpenTables"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenedTables"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Cash"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Paid"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Cash"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Paid"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Health"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Accept: {
            name: string;
            password: string;
            token: string;
        };
        AcceptPlayerDealerCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "accept_player_dealer";
            player?: string | null;
            seat: number;
            wager: components["schemas"]["Stake"];
        };
        Added: {
            player: string;
            text: string;
        };
        AddEntropyCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "add_entropy";
            player?: string | null;
            text: string;
        };
        Adjustment: {
            amount: components["schemas"]["SignedAmount"];
            player: string;
            repays?: boolean;
        };
        AdjustmentGiven: {
            amount: components["schemas"]["SignedAmount"];
            player: string;
            repays?: boolean | null;
        };
        Alert: {
            amount: string | null;
            at: string;
            by: string | null;
            detail: {
                [key: string]: unknown;
            };
            failure: {
                [key: string]: string;
            } | null;
            id: string;
            kind: string;
            person: string | null;
            sent: string | null;
            table: string | null;
            text: {
                [key: string]: string;
            };
            tries: number;
        };
        Alerts: {
            alerts: components["schemas"]["Alert"][];
            waiting: number;
            webhook: boolean;
        };
        Amount: string;
        Answered: {
            again: boolean;
            events: components["schemas"]["Event"][];
            number: number | null;
            /** @constant */
            ok: true;
        };
        Approval: {
            name: string;
            pin: string;
        };
        Area: {
            height: number;
            width: number;
            x: number;
            y: number;
        };
        AssignDealerCommand: {
            automatic: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "assign_dealer";
            pace?: components["schemas"]["PaceGiven"] | null;
        };
        Assignment: {
            automatic: boolean;
            pace?: components["schemas"]["PaceGiven"] | null;
        };
        Balance: {
            after: string;
            before: string;
        };
        BetIncreasedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            by?: string;
            n?: number;
            player: string;
            total: components["schemas"]["Amount"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bet_increased";
            warnings?: components["schemas"]["Warning"][];
        };
        BetOutcome: {
            pays: string;
            probability: string;
            when: string;
        };
        BetPlacedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            box: number;
            by?: string;
            id: string;
            n?: number;
            player: string;
            rule?: string;
            standing: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bet_placed";
            warnings?: components["schemas"]["Warning"][];
        };
        BetReport: {
            /** @enum {string} */
            bank: "house" | "player-dealer";
            bet: string;
            bets: number;
            collected: string;
            commission: string;
            expected?: components["schemas"]["Expected"] | null;
            game: string;
            handle: string;
            hold: number | null;
            paid: string;
            short_pay: string;
            win: string;
            won: number;
        };
        BetReturnedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            by?: string;
            n?: number;
            player: string;
            reason: string;
            rule?: string;
            total: components["schemas"]["Amount"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bet_returned";
        };
        BetsClosedEvent: {
            at?: string;
            by?: string;
            call: string;
            fees: {
                [key: string]: components["schemas"]["Amount"];
            };
            n?: number;
            pro_rata: components["schemas"]["Cut"][];
            round: number;
            rule?: string;
            squeezes?: components["schemas"]["Side"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bets_closed";
        };
        BetsOpenedEvent: {
            at?: string;
            by?: string;
            call: string;
            n?: number;
            round: number;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bets_opened";
        };
        BetStep: {
            amount?: string | null;
            at: string;
            by?: components["schemas"]["By"] | null;
            in_action?: string | null;
            n: number;
            reason?: string | null;
            rule?: string | null;
            total?: string | null;
            warnings?: {
                [key: string]: unknown;
            }[] | null;
            what: string;
        };
        BetWithdrawnEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            by?: string;
            n?: number;
            player: string;
            total: components["schemas"]["Amount"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bet_withdrawn";
            warnings?: components["schemas"]["Warning"][];
        };
        Board: {
            big_eye_boy: string[][];
            big_road: string[][];
            cockroach_pig: string[][];
            counts: {
                [key: string]: number;
            };
            forecast: components["schemas"]["Forecasts"];
            results: components["schemas"]["Result"][];
            shoe: number;
            small_road: string[][];
        };
        Bounds: {
            max?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
        };
        BoundsGiven: {
            max?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
        };
        BoxLimits: {
            max?: components["schemas"]["Amount"] | null;
            max_differential?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
            side_max?: components["schemas"]["Amount"] | null;
            side_min?: components["schemas"]["Amount"] | null;
        };
        BoxLimitsGiven: {
            max?: components["schemas"]["Amount"] | null;
            max_differential?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
            side_max?: components["schemas"]["Amount"] | null;
            side_min?: components["schemas"]["Amount"] | null;
        };
        BuyInCommand: {
            amount: components["schemas"]["Stake"];
            cash?: boolean | null;
            chips?: boolean | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "buy_in";
            player: string;
        };
        By: {
            name: string;
            role: string;
        };
        CageCount: {
            at: string;
            by: string;
            counted: string;
            slip: number;
            variance: string;
        };
        CageHandedOver: {
            before: string;
            cash: string;
            counts: components["schemas"]["CageCount"][];
            large_transactions: components["schemas"]["LargeTransaction"][];
            open: boolean;
            variance: string;
        };
        CageOrder: {
            amount?: string | null;
            approval?: components["schemas"]["Approval"] | null;
            id: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "pay_out" | "open" | "fill" | "credit" | "count" | "close" | "chips_sold" | "chips_redeemed" | "chips_counted" | "tips";
            name?: string | null;
            pieces?: {
                [key: string]: number;
            } | null;
            reason?: string | null;
            tender?: ("cash" | "cheque" | "voucher" | "adjustment") | null;
        };
        CagePatron: {
            balance: string;
            guest: boolean;
            locked: boolean;
            name: string;
        };
        CageReport: {
            chips: {
                [key: string]: number;
            };
            closing: string;
            large: components["schemas"]["LargeAmount"][];
            opening: string;
            sums: components["schemas"]["CageSum"][];
            tips: {
                [key: string]: string;
            };
            variance: string;
            without_slip: components["schemas"]["InAndOut"];
        };
        CageState: {
            cash: string;
            large: string;
            open: boolean;
            second_person: string;
            slips: number;
            today: string;
        };
        CageSum: {
            amount: string;
            kind: string;
            slips: number;
            tender: string | null;
        };
        CannotReconstructCommand: {
            banker_cards?: components["schemas"]["CardGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "cannot_reconstruct";
            player_cards?: components["schemas"]["CardGiven"][] | null;
            reason?: string | null;
        };
        Card: string;
        CardCorrectedEvent: {
            at?: string;
            by?: string;
            card: components["schemas"]["Card"];
            hand: components["schemas"]["Side"];
            n?: number;
            number: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card_corrected";
            was: components["schemas"]["Card"];
        };
        CardDealtEvent: {
            at?: string;
            by?: string;
            card?: components["schemas"]["Card"];
            hand: components["schemas"]["Side"];
            n?: number;
            number: number;
            ready: boolean;
            rule?: string;
            seal?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card_dealt";
        };
        CardFixed: {
            at: string;
            by?: components["schemas"]["By"] | null;
            n: number;
            was: string;
        };
        CardGiven: string;
        CardsReconstructedEvent: {
            at?: string;
            by?: string;
            cards?: components["schemas"]["Card"][];
            n?: number;
            next_known?: boolean;
            ready: components["schemas"]["Card"][];
            reason?: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "cards_reconstructed";
        };
        CardTurnedEvent: {
            at?: string;
            by?: string;
            card: components["schemas"]["Card"];
            hand: components["schemas"]["Side"];
            n?: number;
            number: number;
            salt?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card_turned";
        };
        CaseShown: {
            bets: components["schemas"]["PaidBet"][] | components["schemas"]["PlacedBet"][];
            cards: components["schemas"]["Card"][];
            choose: components["schemas"]["Choosers"];
            count: components["schemas"]["ShoeCount"] | null;
            does: string;
            established: boolean | null;
            felt: (components["schemas"]["Card"] | null)[];
            if_void: {
                [key: string]: components["schemas"]["SignedAmount"];
            };
            kind: string;
            round: number;
            settled: boolean;
            shoe_out: boolean;
        };
        Cash: {
            amount: string;
            id: string;
        };
        CashOutCommand: {
            amount?: components["schemas"]["Stake"] | null;
            chips?: boolean | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "cash_out";
            player: string;
        };
        CatalogueBet: {
            at_decks: number;
            bet: string;
            decks: number[];
            hit_frequency: string;
            house_edge: number;
            house_edge_exact: string;
            key: string;
            kin: string | null;
            name: string;
            names: {
                [key: string]: string;
            };
            note: string | null;
            notes: {
                [key: string]: string;
            };
            pays: components["schemas"]["CataloguePay"][];
            published: components["schemas"]["PublishedEdge"][];
            tags: string[];
        };
        CataloguePay: {
            odds: string;
            said: components["schemas"]["Said"];
            says: string;
        };
        ChangedDetails: {
            contact?: string | null;
            real_name?: string | null;
        };
        ChangedLimits: {
            break_days?: number | null;
            deposit_day?: string | "none" | null;
            deposit_week?: string | "none" | null;
            exclude_days?: number | null;
            loss_day?: string | "none" | null;
            loss_week?: string | "none" | null;
            reminder_minutes?: number | "none" | null;
            session_minutes?: number | "none" | null;
        };
        ChangedPerson: {
            locked?: boolean | null;
            password?: string | null;
            pin?: string | null;
            post?: ("player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator") | null;
            second_factor?: "reset" | null;
            tables?: string[] | "all" | null;
        };
        ChangeTableCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "change_table";
            enforcement?: components["schemas"]["Enforcement"] | null;
            fees?: components["schemas"]["FeeSchedule"] | null;
            insurance?: boolean | null;
            limits?: components["schemas"]["TableLimitsGiven"] | null;
        };
        ChangeWagerCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "change_wager";
            player?: string | null;
            seat: number;
            wager: components["schemas"]["Stake"];
        };
        ChipsBoughtEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            by?: string;
            cash?: boolean;
            chips?: boolean;
            n?: number;
            player: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chips_bought";
        };
        ChipsCashedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            by?: string;
            chips?: boolean;
            n?: number;
            player: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chips_cashed";
        };
        ChooseCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "choose";
            option: components["schemas"]["Option"];
            player?: string | null;
        };
        Choosers: {
            as_it_lies: string[];
            mended: string[];
        };
        Close: {
            password: string;
        };
        CloseBetsCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "close_bets";
        };
        CloseInsuranceCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "close_insurance";
            place?: number | null;
            round?: number | null;
        };
        CloseOptionsCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "close_options";
        };
        CloseTableCommand: {
            count?: components["schemas"]["Amount"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "close_table";
            drop_count?: components["schemas"]["Amount"] | null;
            pieces?: {
                [key: string]: number;
            } | null;
            reason?: string | null;
            witness?: string | null;
        };
        Command: components["schemas"]["OpenTableCommand"] | components["schemas"]["CloseTableCommand"] | components["schemas"]["FillCommand"] | components["schemas"]["CreditCommand"] | components["schemas"]["ChangeTableCommand"] | components["schemas"]["BuyInCommand"] | components["schemas"]["CashOutCommand"] | components["schemas"]["SitCommand"] | components["schemas"]["LeaveCommand"] | components["schemas"]["NewShoeCommand"] | components["schemas"]["AddEntropyCommand"] | components["schemas"]["OfferPlayerDealerCommand"] | components["schemas"]["AcceptPlayerDealerCommand"] | components["schemas"]["DeclinePlayerDealerCommand"] | components["schemas"]["ChangeWagerCommand"] | components["schemas"]["GiveUpPlayerDealerCommand"] | components["schemas"]["OpenBetsCommand"] | components["schemas"]["CloseBetsCommand"] | components["schemas"]["PlaceBetCommand"] | components["schemas"]["IncreaseBetCommand"] | components["schemas"]["WithdrawBetCommand"] | components["schemas"]["RejectExcessCommand"] | components["schemas"]["DealCommand"] | components["schemas"]["CorrectCardCommand"] | components["schemas"]["TurnCommand"] | components["schemas"]["PlaceInsuranceCommand"] | components["schemas"]["RequestSqueezeCommand"] | components["schemas"]["GrantSqueezeCommand"] | components["schemas"]["ExposeBankerFirstCommand"] | components["schemas"]["SettleCommand"] | components["schemas"]["CloseInsuranceCommand"] | components["schemas"]["ReportCommand"] | components["schemas"]["ReconstructCommand"] | components["schemas"]["CannotReconstructCommand"] | components["schemas"]["DecideOrderCommand"] | components["schemas"]["ReplaceShoeCommand"] | components["schemas"]["VoidRoundCommand"] | components["schemas"]["DismissReportCommand"] | components["schemas"]["ChooseCommand"] | components["schemas"]["CloseOptionsCommand"] | components["schemas"]["InterruptCommand"] | components["schemas"]["ResumeCommand"] | components["schemas"]["ReturnUninsuredCommand"] | components["schemas"]["RuleCommand"] | components["schemas"]["SetDeadlineCommand"] | components["schemas"]["AssignDealerCommand"];
        CommandIn: {
            approval?: components["schemas"]["Approval"] | null;
            command: components["schemas"]["Command"];
            id: string;
            witness?: components["schemas"]["Approval"] | null;
        };
        CorrectCardCommand: {
            card: components["schemas"]["CardGiven"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "correct_card";
        };
        Counts: {
            begun: number;
            settled: number;
            undone: number;
            void: number;
        };
        CreditCommand: {
            amount: components["schemas"]["Stake"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "credit";
        };
        Currency: {
            decimals: number;
            name: string | null;
            sign: string | null;
        };
        Cut: {
            bet: string;
            in_action: components["schemas"]["Amount"];
        };
        DeadlineSetEvent: {
            at?: string;
            by?: string;
            n?: number;
            purpose: components["schemas"]["Purpose"];
            rule?: string;
            seconds: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deadline_set";
        };
        DeadlineShown: {
            at?: string | null;
            for: components["schemas"]["Purpose"];
            seconds: number;
        };
        DealCommand: {
            card?: components["schemas"]["CardGiven"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "deal";
            place?: number | null;
            round?: number | null;
        };
        DealerAssignedEvent: {
            at?: string;
            automatic: boolean;
            by?: string;
            n?: number;
            pace: components["schemas"]["Pace"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "dealer_assigned";
            was: components["schemas"]["DealerBefore"];
        };
        DealerBefore: {
            automatic: boolean;
            pace: {
                [key: string]: number;
            };
        };
        DealerShown: {
            automatic: boolean;
            pace: components["schemas"]["PaceShown"];
        };
        DealtCard: {
            card: string | null;
            corrected: components["schemas"]["CardFixed"][];
            dealt: components["schemas"]["Entry"];
            face_down: boolean;
            /** @enum {string} */
            hand: "player" | "banker";
            lay_ready: boolean;
            number: number;
            salt?: string | null;
            seal?: string | null;
            turned?: components["schemas"]["Entry"] | null;
        };
        DealtHand: {
            cards: (string | null)[];
            total?: number | null;
        };
        DealtHands: {
            banker: components["schemas"]["DealtHand"];
            player: components["schemas"]["DealtHand"];
        };
        Debt: {
            amount: string;
            player: string;
            table: string;
        };
        DecideOrderCommand: {
            cards: components["schemas"]["CardGiven"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "decide_order";
            reason?: string | null;
        };
        DeclinePlayerDealerCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "decline_player_dealer";
            player?: string | null;
            seat: number;
        };
        Designed: {
            bet: components["schemas"]["OddsOfBet"] | null;
            ok: boolean;
            problems: components["schemas"]["Mistake"][];
            toml: string;
        };
        Details: {
            contact: string | null;
            of_age: string | null;
            real_name: string | null;
        };
        DismissReportCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "dismiss_report";
            reason?: string | null;
        };
        Done: {
            /** @constant */
            ok: true;
        };
        Edge: {
            ev: string;
            house_edge: number;
            house_edge_exact: string;
        };
        /** @enum {string} */
        Enforcement: "automatic" | "dealer";
        Enrol: {
            secret: string;
            uri: string;
        };
        Enrolled: {
            name: string;
            path: string;
            token: string;
        };
        EntropyAddedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "entropy_added";
        };
        Entry: {
            at: string;
            by?: components["schemas"]["By"] | null;
            n: number;
        };
        Error: {
            code: string;
            message: string;
            rule?: string | null;
            said?: components["schemas"]["Said"] | null;
        };
        Event: components["schemas"]["BetsOpenedEvent"] | components["schemas"]["BetPlacedEvent"] | components["schemas"]["BetIncreasedEvent"] | components["schemas"]["BetWithdrawnEvent"] | components["schemas"]["BetReturnedEvent"] | components["schemas"]["BetsClosedEvent"] | components["schemas"]["InsuranceOfferedEvent"] | components["schemas"]["InsuranceClosedEvent"] | components["schemas"]["InsuranceWaivedEvent"] | components["schemas"]["InsurancePlacedEvent"] | components["schemas"]["OriginalReturnedEvent"] | components["schemas"]["ShoeStartedEvent"] | components["schemas"]["EntropyAddedEvent"] | components["schemas"]["ShoeEndedEvent"] | components["schemas"]["CardDealtEvent"] | components["schemas"]["CardTurnedEvent"] | components["schemas"]["CardCorrectedEvent"] | components["schemas"]["SqueezeRequestedEvent"] | components["schemas"]["SqueezeGrantedEvent"] | components["schemas"]["IrregularityReportedEvent"] | components["schemas"]["ReportDismissedEvent"] | components["schemas"]["CardsReconstructedEvent"] | components["schemas"]["ReconstructionRefusedEvent"] | components["schemas"]["OrderDecidedEvent"] | components["schemas"]["OptionsOfferedEvent"] | components["schemas"]["OptionChosenEvent"] | components["schemas"]["OptionsClosedEvent"] | components["schemas"]["TableOpenedEvent"] | components["schemas"]["TableClosedEvent"] | components["schemas"]["FloatFilledEvent"] | components["schemas"]["FloatCreditedEvent"] | components["schemas"]["TableChangedEvent"] | components["schemas"]["DealerAssignedEvent"] | components["schemas"]["DeadlineSetEvent"] | components["schemas"]["PlayerDealerOfferedEvent"] | components["schemas"]["PlayerDealerDeclinedEvent"] | components["schemas"]["PlayerDealerMissingEvent"] | components["schemas"]["PlayerDealerAcceptedEvent"] | components["schemas"]["WagerChangedEvent"] | components["schemas"]["WagerPostedEvent"] | components["schemas"]["PlayerDealerVacatedEvent"] | components["schemas"]["PlayerDealerRestoredEvent"] | components["schemas"]["RoundInterruptedEvent"] | components["schemas"]["RoundResumedEvent"] | components["schemas"]["RulingMadeEvent"] | components["schemas"]["RoundVoidedEvent"] | components["schemas"]["RoundSettledEvent"] | components["schemas"]["RoundCorrectedEvent"] | components["schemas"]["ChipsBoughtEvent"] | components["schemas"]["ChipsCashedEvent"] | components["schemas"]["SeatTakenEvent"] | components["schemas"]["SeatLeftEvent"];
        Events: {
            events: components["schemas"]["Event"][];
            more: boolean;
            number: number;
            table: string;
        };
        Excluded: {
            by: string;
            name: string | null;
            until: string;
        };
        Expected: {
            deviations: number | null;
            hold: number | null;
            interval_95: string[];
            interval_99: string[];
            outside_99: boolean;
            sd: number;
            win: string;
        };
        Explained: {
            rules: string[];
            said: components["schemas"]["Said"];
            text: string;
        };
        ExposeBankerFirstCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "expose_banker_first";
            hand?: components["schemas"]["Side"] | null;
            player: string;
        };
        FactOut: {
            meaning: string;
            name: string;
            suits: boolean;
            values: (string | number | boolean)[];
        };
        Fees: {
            by_line: {
                [key: string]: string;
            };
            kept: string;
        };
        FeeSchedule: {
            [key: string]: string | null;
        };
        FeltDrawing: {
            high: number;
            lane: string;
            own: components["schemas"]["Area"] | null;
            ratio: number;
            rim: string;
            size: number;
            spots: components["schemas"]["Spot"][];
        };
        FeltDrawings: {
            strip: components["schemas"]["FeltDrawing"];
            wide: components["schemas"]["FeltDrawing"];
        };
        FillCommand: {
            amount: components["schemas"]["Stake"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "fill";
        };
        FloatCreditedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            by?: string;
            n?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "float_credited";
        };
        FloatFilledEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            by?: string;
            n?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "float_filled";
        };
        Forecast: {
            big_eye_boy: string | null;
            cockroach_pig: string | null;
            small_road: string | null;
        };
        Forecasts: {
            banker: components["schemas"]["Forecast"];
            player: components["schemas"]["Forecast"];
        };
        FullReport: {
            agrees: boolean;
            basis: string;
            by_day: components["schemas"]["ReportRow"][];
            by_game: components["schemas"]["ReportRow"][];
            by_table: components["schemas"]["ReportRow"][];
            cage: components["schemas"]["CageReport"];
            currency: string | null;
            day_starts: string;
            first_day: string | null;
            last_day: string | null;
            owed: components["schemas"]["Debt"][];
            played: components["schemas"]["GamePlayed"][];
            reconciliation: components["schemas"]["LedgerCheck"][];
            since: string | null;
            time_zone: string;
            total: components["schemas"]["ReportRow"];
            trays: components["schemas"]["Tray"][];
            unit: string;
            until: string | null;
            version: string;
        };
        GameBank: {
            /** @enum {string} */
            by: "house" | "player-dealer";
            fees: string[];
            hands: number | null;
            order: string[];
            rules: {
                [key: string]: string[];
            };
        };
        GameBet: {
            backs: ("player" | "banker" | "tie") | null;
            cap: string | null;
            fee: string | null;
            key: string;
            /** @enum {string} */
            limits: "main" | "side";
            loses: string[];
            main: boolean;
            name: string;
            names: {
                [key: string]: string;
            };
            needs: string[];
            pays: components["schemas"]["GamePayLine"][];
            rounds_up: boolean;
            short: string;
            shorts: {
                [key: string]: string;
            };
        };
        GameBetting: {
            both_sides: components["schemas"]["Permission"];
            own_box: string[];
            side_alone: components["schemas"]["Permission"];
            standing: components["schemas"]["Permission"];
        };
        GameChecked: {
            game: components["schemas"]["PublishedGame"] | null;
            odds: components["schemas"]["OddsOfGame"] | null;
            ok: boolean;
            problems: components["schemas"]["GameMistake"][];
            replaces: string | null;
        };
        GameDecks: {
            default: number;
            least: number;
            most: number;
            rules: string[];
        };
        GameFile: {
            toml: string;
        };
        GameInsurance: {
            bets: components["schemas"]["InsuranceBet"][];
            rules: {
                [key: string]: string[];
            };
            stages: string[];
        };
        GameKey: string;
        GameLayout: {
            boxes: number;
            felt: components["schemas"]["FeltDrawings"];
            key: string;
            name: string;
            names: {
                [key: string]: string;
            };
            rules: string[];
            shape: string;
        };
        GameLimits: {
            assessed: string;
            between: string[] | null;
            rules: {
                [key: string]: string[];
            };
        };
        GameListed: {
            bets: string[];
            boxes: {
                [key: string]: number;
            };
            decks: number[];
            digest: string;
            from: components["schemas"]["Origin"];
            key: string;
            own: boolean;
            source: string;
            title: string;
            titles: {
                [key: string]: unknown;
            };
        };
        GameMistake: {
            expected: string;
            key: string;
            line: number | null;
            said: components["schemas"]["Said"];
        };
        GameOffered: {
            digest: string;
            key: string;
            ok: boolean;
            title: string;
        };
        GamePayLine: {
            commission: string | null;
            gross: string | null;
            odds: string;
            push: boolean;
            reads: string;
            rules: string[];
            said: components["schemas"]["Said"];
            says: string;
            when: {
                [key: string]: unknown;
            };
        };
        GamePlay: {
            face_down: components["schemas"]["Permission"];
            points: components["schemas"]["RankPoints"][];
            rules: {
                [key: string]: string[];
            };
            third_card: components["schemas"]["ThirdCard"];
        };
        GamePlayed: {
            decks: number;
            digest: string;
            game: string;
            table: string;
        };
        GiveUpPlayerDealerCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "give_up_player_dealer";
            player?: string | null;
            seat: number;
        };
        GrantSqueezeCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "grant_squeeze";
            hand: components["schemas"]["Side"];
            player: string;
        };
        Guest: {
            name?: string | null;
        };
        HandedOver: {
            entry: number;
        };
        HandOver: {
            after: number;
            name: string;
            pin: string;
            /** @default  */
            remark?: string;
        };
        HandOverSheet: {
            after: number;
            agrees: boolean;
            cage: components["schemas"]["CageHandedOver"];
            closed: string[];
            day: string;
            drop: string;
            entry: number | null;
            excluded: components["schemas"]["Excluded"][];
            happened: components["schemas"]["ShiftLine"][];
            incoming: string | null;
            locked: string[];
            more: number;
            outgoing: string | null;
            owed: components["schemas"]["Debt"][];
            previous: components["schemas"]["Previous"] | null;
            remark: string;
            since: string;
            staff: components["schemas"]["OnDuty"][];
            tables: components["schemas"]["TableHandedOver"][];
            time_zone: string;
            until: string;
            won: string;
        };
        Hands: {
            banker: (components["schemas"]["Card"] | null)[];
            player: (components["schemas"]["Card"] | null)[];
        };
        Happening: {
            after: unknown;
            at: string;
            before?: unknown;
            by: components["schemas"]["By"];
            kind: string;
            number: number;
            round: number | null;
            rule: string | null;
            table: string;
            what: string | null;
            why: string | null;
            why_said?: unknown;
        };
        Happenings: {
            items: components["schemas"]["Happening"][];
            next: string | null;
        };
        HeadOfChain: {
            head: string;
            kind: string;
            name: string;
            number: number;
        };
        Heads: {
            statements: components["schemas"]["SignedStatement"][];
        };
        HeadsStatement: {
            at: string;
            before: string;
            chains: components["schemas"]["HeadOfChain"][];
            complete: boolean;
            counts: {
                [key: string]: number;
            };
            format: string;
            head: string;
            number: number;
            wallets: components["schemas"]["WalletHeads"];
            why: string;
        };
        Health: {
            ok: boolean;
            reason?: string | null;
            resolving?: number | null;
            why?: string | null;
        };
        HistoryLine: {
            amount: string;
            at: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "buy_in" | "cash_out" | "bought_in_cash" | "chips_brought" | "chips_taken" | "round";
            round: number | null;
            table: string | null;
            wallet: string | null;
        };
        House: {
            age_limit: number;
            currency: components["schemas"]["Currency"];
            day_starts: string;
            demo: boolean;
            guests: boolean;
            helpline: string | null;
            /** @enum {string} */
            registration: "open" | "invitation" | "cage";
            staff: boolean;
            time_zone: string;
            today: string;
        };
        InAndOut: {
            in: string;
            out: string;
        };
        Incident: {
            actor: string;
            after?: unknown;
            at: string;
            before?: unknown;
            detail?: unknown;
            kind: string;
            number: number;
            subject: string | null;
            table_id: string | null;
        };
        IncreaseBetCommand: {
            amount: components["schemas"]["Stake"];
            bet: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "increase_bet";
            player?: string | null;
            round?: number | null;
        };
        InsuranceBet: {
            /** @enum {string} */
            insures: "player" | "banker";
            key: string;
            name: string;
            names: {
                [key: string]: string;
            };
            offers: components["schemas"]["InsuranceOffer"][];
            original: string;
            short: string;
            shorts: {
                [key: string]: string;
            };
        };
        InsuranceClosedEvent: {
            at?: string;
            by?: string;
            called?: boolean;
            n?: number;
            rule?: string;
            stage: components["schemas"]["Stage"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "insurance_closed";
        };
        InsuranceOffer: {
            banker_total: number;
            odds: string;
            pays_on_tie: boolean;
            player_total: number;
            reads: string;
            rules: string[];
            stage: string;
        };
        InsuranceOfferedEvent: {
            at?: string;
            by?: string;
            n?: number;
            offers: components["schemas"]["Lammer"][];
            rule?: string;
            stage: components["schemas"]["Stage"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "insurance_offered";
        };
        InsurancePlacedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            box: number;
            by?: string;
            id: string;
            n?: number;
            odds: string;
            player: string;
            rule?: string;
            stage: components["schemas"]["Stage"];
            standing: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "insurance_placed";
        };
        InsuranceWaivedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "insurance_waived";
        };
        InterruptCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "interrupt";
        };
        IrregularityReportedEvent: {
            at?: string;
            behind?: number;
            by?: string;
            cards?: components["schemas"]["Card"][];
            does: string;
            kind: string;
            n?: number;
            next_known?: boolean;
            ready?: components["schemas"]["Card"][];
            round: number;
            rule?: string;
            shoe_out?: boolean;
            text?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "irregularity_reported";
            waits_for?: components["schemas"]["Role"];
        };
        KeptTemplate: {
            at: string;
            by: string;
            dealer: components["schemas"]["Assignment"] | null;
            name: string;
            opening: components["schemas"]["Opening"];
        };
        Keys: {
            keys: components["schemas"]["PublicKey"][];
        };
        /** @enum {string} */
        Kind: "signed_in" | "sign_in_failed" | "signed_out" | "session_expired" | "session_revoked" | "session_resumed" | "throttled" | "locked" | "unlocked" | "person_added" | "post_changed" | "tables_changed" | "password_changed" | "pin_changed" | "second_factor_changed" | "approval_given" | "approval_refused" | "invitation_made" | "invitation_used" | "link_made" | "link_used" | "account_closed" | "limits_changed" | "details_erased" | "clock_back" | "server_started" | "server_stopped" | "outage_began" | "outage_ended" | "large_bet" | "game_offered" | "game_withdrawn" | "vault_key_rotated" | "loss_accepted" | "variance" | "template_saved" | "template_deleted" | "shift_handed_over";
        Lammer: {
            bet: string;
            hand: components["schemas"]["Side"];
            odds: string;
        };
        LargeAmount: {
            amount: string;
            day: string;
            /** @enum {string} */
            direction: "in" | "out";
            name: string | null;
            slips: number[];
            tables: string[];
        };
        LargeTransaction: {
            amount: string;
            day: string;
            /** @enum {string} */
            direction: "in" | "out";
            name: string | null;
            slips: number[];
            tables: string[];
        };
        LeaveCommand: {
            box?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "leave";
            player?: string | null;
        };
        LedgerCheck: {
            difference: string;
            events: string;
            figure: string;
            ledger: string;
            table: string;
        };
        /** @enum {string} */
        LimitKind: "deposit_day" | "deposit_week" | "loss_day" | "loss_week" | "session_minutes" | "reminder_minutes";
        Limits: {
            break_until: string | null;
            excluded_until: string | null;
            limits: components["schemas"]["OneLimit"][];
            session_began?: string | null;
        };
        Line: {
            odds: string;
            when: {
                [key: string]: string | number | boolean | (string | number | boolean)[] | components["schemas"]["Range"];
            };
        };
        Link: {
            path: string;
            token: string;
        };
        Lobby: {
            big_road: string[][];
            boxes: number;
            counts: {
                [key: string]: number;
            };
            dealer: components["schemas"]["DealerShown"] | null;
            digest: string | null;
            face_down: boolean;
            game: string | null;
            id: string;
            insured: boolean;
            layout: string | null;
            limits: components["schemas"]["TableLimits"] | null;
            number: number;
            open: boolean;
            phase: string;
            round: number;
            seats: number[];
            taken: number;
            title: string | null;
            unit: string | null;
        };
        LogEntry: {
            entry: number;
        };
        Me: {
            guest: boolean;
            locked: boolean;
            made: string;
            name: string;
            /** @default false */
            pin?: boolean;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            /** @default false */
            second_factor?: boolean;
            tables: string[] | "all";
            wallet: string;
        };
        Mistake: {
            expected: string;
            key: string;
        };
        Mix: {
            bets: string[];
            game: string;
            key?: string | null;
            title?: string | null;
        };
        Mixed: {
            key: string;
            ok: boolean;
            problems: components["schemas"]["Mistake"][];
            title: string;
            titles: {
                [key: string]: string;
            };
            toml: string;
        };
        Neglected: {
            bets: components["schemas"]["NeglectedBet"][];
            round: number;
        };
        NeglectedBet: {
            amount: components["schemas"]["Amount"];
            bet: string;
            box: number;
            hand: components["schemas"]["Side"];
            kind: string;
            player: string;
            stage: components["schemas"]["Stage"];
            /** @enum {unknown} */
            why: "reported" | "hurried" | "not_offered";
        };
        NewPatron: {
            contact?: string | null;
            name: string;
            of_age: boolean;
            real_name?: string | null;
        };
        NewPerson: {
            name: string;
            password: string;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            tables?: string[] | "all";
        };
        NewShoeCommand: {
            cards?: components["schemas"]["CardGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "new_shoe";
            seed?: string | null;
        };
        NewTable: {
            id: string;
        };
        NewTemplate: {
            dealer?: components["schemas"]["Assignment"] | null;
            name: string;
            opening: components["schemas"]["Opening"];
        };
        NextStep: {
            do: string;
            role: components["schemas"]["Role"];
            rule: components["schemas"]["Rule"] | null;
            said?: components["schemas"]["Said"];
            why: string;
        };
        Odds: string;
        OddsOfBet: {
            ev: string;
            hit_frequency: string;
            house_edge: number;
            house_edge_exact: string;
            outcomes: components["schemas"]["BetOutcome"][];
            resolved_edge: number;
            sd: number;
            with_insurance?: components["schemas"]["WithInsurance"] | null;
        };
        OddsOfGame: {
            bets: {
                [key: string]: components["schemas"]["OddsOfBet"];
            };
            cards: number;
            decks: number | null;
            digest: string;
            game: string;
            insurance: components["schemas"]["OddsOfOffer"][];
            removal?: {
                [key: string]: {
                    [key: string]: string;
                };
            } | null;
            version: string;
        };
        OddsOfOffer: {
            banker_total: number;
            ev: string | null;
            frequency: string;
            /** @enum {string} */
            insures: "player" | "banker";
            odds: string;
            player_total: number;
            stage: string;
        };
        OfferPlayerDealerCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "offer_player_dealer";
            seat: number;
        };
        OnDuty: {
            name: string;
            role: string;
        };
        OneLimit: {
            house: string | null;
            kind: components["schemas"]["LimitKind"];
            later: string | null;
            now: string | null;
            own: string | null;
            since: string | null;
        };
        OpenBetsCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "open_bets";
        };
        OpenedTable: {
            error: components["schemas"]["Error"] | null;
            ok: boolean;
            table: string;
        };
        OpenedTables: {
            /** @constant */
            ok: true;
            tables: components["schemas"]["OpenedTable"][];
        };
        Opening: {
            /** @default 0 */
            burn?: number | null;
            /** @default 14 */
            cut?: number | null;
            decks?: number | null;
            /** @default automatic */
            enforcement?: components["schemas"]["Enforcement"] | null;
            /** @default false */
            face_down?: boolean | null;
            fees?: components["schemas"]["FeeSchedule"] | null;
            float?: components["schemas"]["Amount"] | null;
            game: components["schemas"]["GameKey"];
            insurance?: boolean | null;
            layout?: string | null;
            limits?: components["schemas"]["TableLimitsGiven"] | null;
            /** @default digital */
            shoe?: components["schemas"]["ShoeKind"] | null;
            unit?: components["schemas"]["Unit"] | null;
        };
        OpenTableCommand: {
            /** @default 0 */
            burn?: number | null;
            /** @default 14 */
            cut?: number | null;
            decks?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "open_table";
            /** @default automatic */
            enforcement?: components["schemas"]["Enforcement"] | null;
            /** @default false */
            face_down?: boolean | null;
            fees?: components["schemas"]["FeeSchedule"] | null;
            float?: components["schemas"]["Amount"] | null;
            game: components["schemas"]["GameKey"];
            insurance?: boolean | null;
            layout?: string | null;
            limits?: components["schemas"]["TableLimitsGiven"] | null;
            /** @default digital */
            shoe?: components["schemas"]["ShoeKind"] | null;
            unit?: components["schemas"]["Unit"] | null;
        };
        OpenTables: {
            id: string;
            tables: string[];
        };
        /** @enum {string} */
        Option: "continue" | "refund";
        OptionChosenEvent: {
            at?: string;
            by?: string;
            n?: number;
            option: components["schemas"]["Option"];
            player: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "option_chosen";
        };
        OptionsClosedEvent: {
            at?: string;
            by?: string;
            continued: string[];
            n?: number;
            refunded: string[];
            returned?: string[];
            rule?: string;
            squeezes?: components["schemas"]["Side"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "options_closed";
        };
        OptionsOfferedEvent: {
            at?: string;
            by?: string;
            kind: string;
            n?: number;
            players: string[];
            reconstructed: boolean;
            rules: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "options_offered";
        };
        OrderDecidedEvent: {
            at?: string;
            by?: string;
            cards?: components["schemas"]["Card"][];
            n?: number;
            ready: components["schemas"]["Card"][];
            reason?: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order_decided";
        };
        /** @enum {string} */
        Origin: "shipped" | "file" | "upload" | "stored";
        OriginalReturnedEvent: {
            amount: components["schemas"]["Amount"];
            at?: string;
            bet: string;
            by?: string;
            n?: number;
            player: string;
            round: number;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "original_returned";
        };
        /** @enum {string} */
        Outcome: "win" | "lose" | "push" | "returned";
        OverLimit: {
            amount: components["schemas"]["Amount"];
            bet: string;
            box: number;
            kind: string;
            player: string;
        };
        OwnChips: {
            available: components["schemas"]["Amount"];
            balance: components["schemas"]["Amount"];
            boxes: number[];
            name: string;
            owed: components["schemas"]["Amount"];
        };
        Pace: {
            betting?: number;
            between?: number;
            card?: number;
            insurance?: number;
            options?: number;
            player_dealer?: number;
            settle?: number;
            shoe?: number;
            squeeze?: number;
        };
        PaceGiven: {
            /** @default 20000 */
            betting?: number | null;
            /** @default 5000 */
            between?: number | null;
            /** @default 1000 */
            card?: number | null;
            /** @default 10000 */
            insurance?: number | null;
            /** @default 20000 */
            options?: number | null;
            /** @default 15000 */
            player_dealer?: number | null;
            /** @default 3000 */
            settle?: number | null;
            /** @default 15000 */
            shoe?: number | null;
            /** @default 15000 */
            squeeze?: number | null;
        };
        PaceShown: {
            betting: number;
            between: number;
            card: number;
            insurance: number;
            options: number;
            player_dealer: number;
            settle: number;
            shoe: number;
            squeeze: number;
        };
        Paid: {
            deposit?: string | null;
            /** @constant */
            ok: true;
            wallet: string;
            withdrawal?: string | null;
        };
        PaidBet: {
            amount: components["schemas"]["Amount"];
            bet: string;
            box: number;
            id: string;
            player: string;
            profit: components["schemas"]["SignedAmount"];
            stage?: components["schemas"]["Stage"];
            standing: boolean;
        };
        Paragraph: {
            gist: string | null;
            gists: {
                [key: string]: string;
            };
            id: string;
            kind: string;
            numbered: boolean;
            title: string;
            titles: {
                [key: string]: string;
            };
        };
        PasswordAndCode: {
            code: string;
            password: string;
        };
        Passwords: {
            new: string;
            old: string;
        };
        Permission: {
            allowed: boolean;
            rules: string[];
        };
        Person: {
            guest: boolean;
            locked: boolean;
            made: string;
            name: string;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            /** @default false */
            second_factor?: boolean;
            tables: string[] | "all";
        };
        /** @enum {string} */
        Phase: "idle" | "betting" | "dealing" | "options" | "interrupted" | "complete";
        PlaceBetCommand: {
            amount: components["schemas"]["Stake"];
            bet: string;
            box: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "place_bet";
            id?: string | null;
            player?: string | null;
            round?: number | null;
            /** @default false */
            standing?: boolean | null;
        };
        PlacedBet: {
            amount: components["schemas"]["Amount"];
            bet: string;
            box: number;
            id: string;
            player: string;
            stage?: components["schemas"]["Stage"];
            standing: boolean;
        };
        PlaceInsuranceCommand: {
            amount: components["schemas"]["Stake"];
            bet: string;
            box: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "place_insurance";
            id?: string | null;
            player?: string | null;
            round?: number | null;
        };
        PlayerDealerAcceptedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_accepted";
            wager: components["schemas"]["Amount"];
        };
        PlayerDealerDeclinedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_declined";
        };
        PlayerDealerMissingEvent: {
            at?: string;
            by?: string;
            n?: number;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_missing";
        };
        PlayerDealerOfferedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            rule?: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_offered";
        };
        PlayerDealerRestoredEvent: {
            at?: string;
            by?: string;
            hands: number;
            n?: number;
            player: string;
            rule?: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_restored";
            wager: components["schemas"]["Amount"];
        };
        PlayerDealerVacatedEvent: {
            at?: string;
            by?: string;
            given_up?: boolean;
            n?: number;
            player: string;
            reason: string;
            rule?: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "player_dealer_vacated";
        };
        PositionShown: {
            hands: number;
            player: string;
            seat: number;
            wager: components["schemas"]["Amount"];
        };
        Previous: {
            incoming: string | null;
            outgoing: string | null;
        };
        Procedure: {
            decides: string;
            does: string;
            options: string | null;
            otherwise: string | null;
            rule: string | null;
        };
        PublicKey: {
            /** @constant */
            kind: "ed25519";
            public: string;
            /** @constant */
            use: "heads";
        };
        PublishedEdge: {
            decks: number | null;
            differs: string | null;
            edge: string | number;
            source: string;
            where: string | null;
        };
        PublishedGame: {
            bank: components["schemas"]["GameBank"];
            bets: components["schemas"]["GameBet"][];
            betting: components["schemas"]["GameBetting"];
            borrows: string | null;
            decks: components["schemas"]["GameDecks"];
            digest: string;
            insurance: components["schemas"]["GameInsurance"] | null;
            key: string;
            layouts: components["schemas"]["GameLayout"][];
            limits: components["schemas"]["GameLimits"];
            paragraphs: components["schemas"]["Paragraph"][];
            play: components["schemas"]["GamePlay"];
            procedures: {
                [key: string]: components["schemas"]["Procedure"];
            };
            source: string;
            sourced: boolean;
            title: string;
            titles: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        Purpose: "bets" | "insurance" | "options" | "squeeze" | "player_dealer";
        Range: {
            max?: number | null;
            min?: number | null;
        };
        RankPoints: {
            points: number;
            rank: string;
        };
        Ratio: string;
        RecalledBet: {
            amount?: string | null;
            back?: string | null;
            bet: string;
            box: number;
            capped?: string | null;
            history: components["schemas"]["BetStep"][];
            id: string;
            in_action?: string | null;
            name: string;
            odds?: string | null;
            outcome?: string | null;
            player: string;
            profit?: string | null;
            rounding?: string | null;
            rules?: string[] | null;
            said?: components["schemas"]["Said"] | null;
            stage?: string | null;
            standing: boolean;
            why?: string | null;
        };
        RecalledDealer: {
            player: string;
            seat: number;
            wager: string;
        };
        RecalledEvent: {
            at: string;
            bets?: string[] | null;
            by?: components["schemas"]["By"] | null;
            event: components["schemas"]["Event"];
            hands?: string | null;
            hash: string;
            n: number;
            said?: components["schemas"]["Said"] | null;
            says?: string | null;
        };
        RecalledRound: {
            balances: {
                [key: string]: components["schemas"]["Balance"];
            };
            bets: components["schemas"]["RecalledBet"][];
            cards: components["schemas"]["DealtCard"][];
            choices: components["schemas"]["Event"][];
            decks: number;
            events: components["schemas"]["RecalledEvent"][];
            facts: {
                [key: string]: unknown;
            } | null;
            fees?: components["schemas"]["Balance"] | null;
            game: components["schemas"]["RoundGame"];
            hands: components["schemas"]["DealtHands"];
            house?: components["schemas"]["Balance"] | null;
            insurance: components["schemas"]["Event"][];
            irregularities: components["schemas"]["Event"][];
            limits: components["schemas"]["TableLimits"];
            play: components["schemas"]["Explained"][];
            player_dealer: components["schemas"]["RecalledDealer"] | null;
            round: number;
            rulings: components["schemas"]["Event"][];
            settlement: components["schemas"]["Settled"] | null;
            shoes: components["schemas"]["RoundShoe"][];
            /** @enum {string} */
            state: "running" | "settled" | "corrected" | "undone" | "void";
            table: string;
            times: components["schemas"]["RoundTimes"];
            unit: string;
        };
        ReconstructCommand: {
            cards?: components["schemas"]["CardGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "reconstruct";
            reason?: string | null;
        };
        ReconstructionRefusedEvent: {
            at?: string;
            banker?: components["schemas"]["Card"][];
            by?: string;
            n?: number;
            player?: components["schemas"]["Card"][];
            reason?: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reconstruction_refused";
        };
        Refusal: {
            again?: boolean | null;
            enrol?: components["schemas"]["Enrol"] | null;
            error: components["schemas"]["Error"];
            number?: null;
            /** @constant */
            ok: false;
        };
        Register: {
            contact?: string | null;
            invitation?: string | null;
            name: string;
            of_age: boolean;
            password: string;
            real_name?: string | null;
        };
        RejectExcessCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "reject_excess";
        };
        ReplaceShoeCommand: {
            cards?: components["schemas"]["CardGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "replace_shoe";
            reason?: string | null;
            seed?: string | null;
        };
        ReportCommand: {
            cards?: components["schemas"]["CardGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "report";
            kind: string;
            round?: number | null;
            text?: string | null;
        };
        ReportDismissedEvent: {
            at?: string;
            by?: string;
            kind: string;
            n?: number;
            reason?: string;
            round: number;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "report_dismissed";
        };
        ReportRow: {
            bets: components["schemas"]["BetReport"][];
            commission: string;
            corrections: string;
            counted: {
                [key: string]: string;
            };
            expected: components["schemas"]["Expected"];
            fees: components["schemas"]["Fees"];
            figures: {
                [key: string]: string;
            };
            handle: string;
            hold: number | null;
            name: string;
            out_of_action: string;
            placed: string;
            player_dealer_handle: string;
            result: string;
            rounds: components["schemas"]["Counts"];
            rulings: string;
            short_pay: string;
            uncollected: string;
            win: string;
        };
        RequestSqueezeCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "request_squeeze";
            hand: components["schemas"]["Side"];
            player?: string | null;
        };
        Reset: {
            password: string;
            token: string;
        };
        Result: {
            banker: number;
            banker_pair: boolean;
            natural: boolean;
            player: number;
            player_pair: boolean;
            round: number;
            winner: components["schemas"]["Winner"];
        };
        Resume: {
            password?: string | null;
            pin?: string | null;
        };
        ResumeCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "resume";
        };
        ReturnUninsuredCommand: {
            amount: components["schemas"]["Stake"];
            box?: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "return_uninsured";
            hand: components["schemas"]["Side"];
            player: string;
            stage: components["schemas"]["Stage"];
        };
        /** @enum {string} */
        Role: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager";
        Roles: {
            least: {
                [key: string]: components["schemas"]["Role"];
            };
            roles: components["schemas"]["Role"][];
        };
        RoundCorrectedEvent: {
            at?: string;
            by?: string;
            changes: {
                [key: string]: components["schemas"]["SignedAmount"];
            };
            handed_back?: string[];
            n?: number;
            owed?: {
                [key: string]: components["schemas"]["Amount"];
            };
            reason: string;
            round: number;
            rule?: string;
            settlement?: components["schemas"]["Settled"];
            text?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round_corrected";
        };
        RoundGame: {
            digest: string;
            key: string;
            title: string;
            titles: {
                [key: string]: unknown;
            };
        };
        RoundInterruptedEvent: {
            at?: string;
            by?: string;
            n?: number;
            phase: components["schemas"]["Phase"];
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round_interrupted";
        };
        RoundLine: {
            banker: (string | null)[];
            began: string;
            ended: string | null;
            fees?: string | null;
            house?: string | null;
            mine: string | null;
            player: (string | null)[];
            result: string | null;
            round: number;
            /** @enum {string} */
            state: "running" | "settled" | "corrected" | "undone" | "void";
            wagers: string;
        };
        RoundResumedEvent: {
            at?: string;
            by?: string;
            n?: number;
            phase: components["schemas"]["Phase"];
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round_resumed";
        };
        RoundSettledEvent: {
            at?: string;
            banker: components["schemas"]["SettledHand"];
            bets: components["schemas"]["SettledBet"][];
            by?: string;
            fees: components["schemas"]["Amount"];
            game: string;
            house: components["schemas"]["SignedAmount"];
            id: string | number | null;
            n?: number;
            net: {
                [key: string]: components["schemas"]["SignedAmount"];
            };
            player: components["schemas"]["SettledHand"];
            result: components["schemas"]["Winner"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round_settled";
        };
        RoundShoe: {
            commitment: string | null;
            left: number;
            number: number;
        };
        RoundTimes: {
            ended: string | null;
            first: string;
            last: string;
        };
        RoundVoidedEvent: {
            at?: string;
            by?: string;
            kind?: string;
            n?: number;
            reason: string;
            returned: {
                [key: string]: components["schemas"]["Amount"];
            };
            round: number;
            rule?: string;
            shoe_out?: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "round_voided";
        };
        Rule: string;
        RuleCommand: {
            adjustments?: components["schemas"]["AdjustmentGiven"][] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "rule";
            text: string;
        };
        RulingMadeEvent: {
            adjustments: components["schemas"]["Adjustment"][];
            at?: string;
            by?: string;
            n?: number;
            rule?: string;
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ruling_made";
        };
        Said: {
            in?: {
                [key: string]: string;
            };
            say?: string;
            with?: Record<string, never>;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        Scope: "box" | "table";
        SeatLeftEvent: {
            at?: string;
            box: number;
            by?: string;
            n?: number;
            player: string;
            rule?: string;
            squeezes?: components["schemas"]["Side"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "seat_left";
            walked_away?: boolean;
        };
        SeatTakenEvent: {
            at?: string;
            box: number;
            by?: string;
            n?: number;
            player: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "seat_taken";
        };
        ServedState: {
            asked?: {
                [key: string]: string;
            };
            balances?: {
                [key: string]: components["schemas"]["Amount"];
            };
            below?: components["schemas"]["UnderMinimum"][];
            bets: components["schemas"]["PlacedBet"][];
            board: components["schemas"]["Board"];
            boxes?: number;
            cards?: components["schemas"]["Hands"];
            case?: components["schemas"]["CaseShown"] | null;
            deadline?: components["schemas"]["DeadlineShown"] | null;
            dealer?: components["schemas"]["DealerShown"];
            decks?: number;
            digest?: string;
            drop?: components["schemas"]["Amount"];
            enforcement?: components["schemas"]["Enforcement"];
            excess?: components["schemas"]["OverLimit"][];
            face_down?: boolean;
            fee_schedule?: components["schemas"]["FeeSchedule"];
            fees?: components["schemas"]["Amount"];
            float?: components["schemas"]["SignedAmount"];
            game?: string;
            highest?: string | null;
            house?: components["schemas"]["SignedAmount"];
            insurance?: {
                [key: string]: components["schemas"]["Odds"];
            };
            insured?: boolean;
            kinds?: string[];
            layout?: string;
            limits?: components["schemas"]["TableLimits"];
            may_squeeze?: components["schemas"]["Side"][];
            neglected?: components["schemas"]["Neglected"] | null;
            next: components["schemas"]["NextStep"][];
            offered?: number | null;
            open: boolean;
            options?: {
                [key: string]: components["schemas"]["Option"] | null;
            };
            owed?: {
                [key: string]: components["schemas"]["Amount"];
            };
            patrons?: string[];
            payable?: components["schemas"]["Settled"] | null;
            phase: components["schemas"]["Phase"];
            player_dealer?: components["schemas"]["PositionShown"] | null;
            ready?: components["schemas"]["Card"][];
            report?: string | null;
            round: number;
            seats?: {
                [key: string]: string;
            };
            shoe?: components["schemas"]["ShoeShown"] | null;
            shoe_kind?: components["schemas"]["ShoeKind"];
            squeezes?: {
                [key: string]: string;
            };
            title?: string;
            totals?: components["schemas"]["Totals"] | null;
            unit?: components["schemas"]["Amount"];
            walked_away?: string[];
        };
        Session: {
            id: string;
            made: string;
            mine: boolean;
            name: string;
            seen: string;
            where: string;
        };
        SetDeadlineCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "set_deadline";
            seconds: number;
        };
        SettleCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "settle";
        };
        Settled: {
            banker: components["schemas"]["SettledHand"];
            bets: components["schemas"]["SettledBet"][];
            fees: components["schemas"]["Amount"];
            game: string;
            house: components["schemas"]["SignedAmount"];
            id: string | number | null;
            net: {
                [key: string]: components["schemas"]["SignedAmount"];
            };
            player: components["schemas"]["SettledHand"];
            result: components["schemas"]["Winner"];
        };
        SettledBet: {
            back: components["schemas"]["Amount"];
            capped?: components["schemas"]["Amount"];
            id: string;
            in_action: components["schemas"]["Amount"];
            odds: components["schemas"]["Odds"] | null;
            outcome: components["schemas"]["Outcome"];
            profit: components["schemas"]["SignedAmount"];
            rounding?: components["schemas"]["Ratio"];
            rules: components["schemas"]["Rule"][];
        };
        SettledHand: {
            cards: components["schemas"]["Card"][];
            natural: boolean;
            total: number;
        };
        SheetFile: {
            decks?: number | null;
            toml: string;
        };
        ShiftLine: {
            at: string;
            by: string;
            kind: string;
            name: string | null;
            round: number | null;
            table: string | null;
            what: string | null;
        };
        ShoeCount: {
            burned: number;
            cards: number;
            decks: number;
            doubtful: boolean;
            left: number;
            out: number;
            seen: {
                [key: string]: number;
            };
        };
        ShoeEndedEvent: {
            at?: string;
            by?: string;
            dealt: number;
            n?: number;
            reason: string;
            rule?: string;
            seed?: string;
            shoe: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shoe_ended";
        };
        /** @enum {string} */
        ShoeKind: "digital" | "manual" | "shuffler";
        ShoeLeft: {
            fault: string | null;
            left: number;
            number: number;
        };
        ShoeProof: {
            added: components["schemas"]["Added"][];
            burned: number;
            commitment: string | null;
            decks: number;
            ended?: components["schemas"]["LogEntry"] | null;
            note?: string | null;
            order?: string[] | null;
            round_begins_with_card: number | null;
            seed?: string | null;
            shoe: number;
            started: components["schemas"]["LogEntry"];
        };
        ShoeShown: {
            commitment: string | null;
            fault: string | null;
            left: number;
            number: number;
        };
        ShoeStartedEvent: {
            at?: string;
            burned: number;
            by?: string;
            cards: number;
            commitment?: string;
            fixed: boolean;
            n?: number;
            reason?: string;
            shoe: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shoe_started";
        };
        /** @enum {string} */
        Side: "player" | "banker";
        SideBet: {
            /** @default 8 */
            decks?: number;
            key: string;
            name: string;
            pays: components["schemas"]["Line"][];
        };
        SignBefore: {
            enforcement: components["schemas"]["Enforcement"];
            fees: components["schemas"]["FeeSchedule"];
            insurance: boolean;
            limits: components["schemas"]["TableLimits"];
        };
        SignedAmount: string;
        SignedIn: {
            /** @constant */
            ok: true;
            person: components["schemas"]["Me"];
            recovery?: string[] | null;
            token: string;
        };
        SignedStatement: {
            key: string;
            signature: string;
            statement: components["schemas"]["HeadsStatement"];
        };
        SignIn: {
            code?: string | null;
            name: string;
            password: string;
        };
        SitCommand: {
            box: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "sit";
            player?: string | null;
        };
        Slip: {
            amount: string;
            approver: string | null;
            at: string;
            balance: string | null;
            by: string;
            cash: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "pay_out" | "open" | "fill" | "credit" | "count" | "close" | "chips_sold" | "chips_redeemed" | "chips_counted" | "tips";
            name: string | null;
            number: number;
            pieces: {
                [key: string]: number;
            } | null;
            reason: string | null;
            tender: ("cash" | "cheque" | "voucher" | "adjustment") | null;
            variance: string | null;
        };
        SlipDone: {
            /** @constant */
            ok: true;
            slip: components["schemas"]["Slip"];
        };
        Spot: {
            box: number;
            x: number;
            y: number;
        };
        SqueezeGrantedEvent: {
            at?: string;
            by?: string;
            hand: components["schemas"]["Side"];
            n?: number;
            player: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "squeeze_granted";
        };
        SqueezeRequestedEvent: {
            at?: string;
            by?: string;
            hand: components["schemas"]["Side"];
            n?: number;
            player: string;
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "squeeze_requested";
        };
        /** @enum {string} */
        Stage: "four_cards" | "player_third";
        Stake: string;
        TableChangedEvent: {
            at?: string;
            by?: string;
            enforcement: components["schemas"]["Enforcement"];
            fees: components["schemas"]["FeeSchedule"];
            insurance: boolean;
            limits: components["schemas"]["TableLimits"];
            n?: number;
            notices: string[];
            rule?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "table_changed";
            was: components["schemas"]["SignBefore"];
        };
        TableClosedEvent: {
            at?: string;
            by?: string;
            count?: components["schemas"]["Amount"];
            drop?: components["schemas"]["Amount"];
            drop_count?: components["schemas"]["Amount"];
            drop_variance?: components["schemas"]["SignedAmount"];
            fees?: components["schemas"]["SignedAmount"];
            float?: components["schemas"]["SignedAmount"];
            house?: components["schemas"]["SignedAmount"];
            n?: number;
            pieces?: {
                [key: string]: number;
            };
            reason?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "table_closed";
            variance?: components["schemas"]["SignedAmount"];
            witness?: string;
        };
        TableHandedOver: {
            automatic: boolean;
            case: string | null;
            dealer: string | null;
            drop: string;
            fills: string;
            float: string;
            game: string | null;
            open: boolean;
            phase: string;
            round: number;
            rounds: number;
            shoe: components["schemas"]["ShoeLeft"] | null;
            table: string;
            won: string;
        };
        TableLimits: {
            by_bet?: {
                [key: string]: components["schemas"]["Bounds"];
            } | null;
            by_box?: {
                [key: string]: components["schemas"]["BoxLimits"];
            } | null;
            max?: components["schemas"]["Amount"] | null;
            max_differential?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
            scope?: components["schemas"]["Scope"] | null;
            side_max?: components["schemas"]["Amount"] | null;
            side_min?: components["schemas"]["Amount"] | null;
        };
        TableLimitsGiven: {
            by_bet?: {
                [key: string]: components["schemas"]["BoundsGiven"];
            } | null;
            by_box?: {
                [key: string]: components["schemas"]["BoxLimitsGiven"];
            } | null;
            max?: components["schemas"]["Amount"] | null;
            max_differential?: components["schemas"]["Amount"] | null;
            min?: components["schemas"]["Amount"] | null;
            scope?: components["schemas"]["Scope"] | null;
            side_max?: components["schemas"]["Amount"] | null;
            side_min?: components["schemas"]["Amount"] | null;
        };
        TableOpenedEvent: {
            at?: string;
            burn: number;
            by?: string;
            cut: number;
            decks: number;
            digest: string;
            enforcement: components["schemas"]["Enforcement"];
            face_down: boolean;
            fees: components["schemas"]["FeeSchedule"];
            float?: components["schemas"]["Amount"];
            game: components["schemas"]["GameKey"];
            insurance: boolean;
            layout: string;
            limits: components["schemas"]["TableLimits"];
            n?: number;
            notices: string[];
            shoe: components["schemas"]["ShoeKind"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "table_opened";
            unit: components["schemas"]["Unit"];
        };
        ThirdCard: {
            banker: number[][];
            banker_alone: number[];
            naturals: number[];
            player: number[];
        };
        Totals: {
            banker: number;
            player: number;
        };
        Tray: {
            close: string;
            open: string;
            table: string;
        };
        TurnCommand: {
            card?: components["schemas"]["CardGiven"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "turn";
            hand: components["schemas"]["Side"];
            number: number;
            player?: string | null;
            round?: number | null;
        };
        UnderMinimum: {
            amount: components["schemas"]["Amount"];
            bet: string;
            box: number;
            kind: string;
        };
        Unit: string;
        View: {
            me: components["schemas"]["OwnChips"] | null;
            number: number;
            state: components["schemas"]["ServedState"];
            table: string;
        };
        VoidRoundCommand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "void_round";
            reason?: string | null;
        };
        WagerChangedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wager_changed";
            wager: components["schemas"]["Amount"];
        };
        WagerPostedEvent: {
            at?: string;
            by?: string;
            n?: number;
            player: string;
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wager_posted";
            wager: components["schemas"]["Amount"];
        };
        Wallet: {
            balance: string;
            name: string;
        };
        WalletHeads: {
            changed: number;
            hash: string;
        };
        Warning: {
            code: string;
            message: string;
            rule?: string;
        };
        WholeGame: {
            bets: string[];
            boxes: {
                [key: string]: number;
            };
            decks: number[];
            digest: string;
            file: {
                [key: string]: unknown;
            };
            from: components["schemas"]["Origin"];
            game: components["schemas"]["PublishedGame"];
            key: string;
            own: boolean;
            procedures: {
                [key: string]: components["schemas"]["Procedure"];
            };
            source: string;
            title: string;
        };
        /** @enum {string} */
        Winner: "player" | "banker" | "tie";
        WithdrawBetCommand: {
            amount?: components["schemas"]["Stake"] | null;
            bet: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "withdraw_bet";
            player?: string | null;
            round?: number | null;
        };
        WithInsurance: {
            by_cards: components["schemas"]["Edge"];
            by_totals: components["schemas"]["Edge"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Accept = components['schemas']['Accept'];
export type AcceptPlayerDealerCommand = components['schemas']['AcceptPlayerDealerCommand'];
export type Added = components['schemas']['Added'];
export type AddEntropyCommand = components['schemas']['AddEntropyCommand'];
export type Adjustment = components['schemas']['Adjustment'];
export type AdjustmentGiven = components['schemas']['AdjustmentGiven'];
export type Alert = components['schemas']['Alert'];
export type Alerts = components['schemas']['Alerts'];
export type Amount = components['schemas']['Amount'];
export type Answered = components['schemas']['Answered'];
export type Approval = components['schemas']['Approval'];
export type Area = components['schemas']['Area'];
export type AssignDealerCommand = components['schemas']['AssignDealerCommand'];
export type Assignment = components['schemas']['Assignment'];
export type Balance = components['schemas']['Balance'];
export type BetIncreasedEvent = components['schemas']['BetIncreasedEvent'];
export type BetOutcome = components['schemas']['BetOutcome'];
export type BetPlacedEvent = components['schemas']['BetPlacedEvent'];
export type BetReport = components['schemas']['BetReport'];
export type BetReturnedEvent = components['schemas']['BetReturnedEvent'];
export type BetsClosedEvent = components['schemas']['BetsClosedEvent'];
export type BetsOpenedEvent = components['schemas']['BetsOpenedEvent'];
export type BetStep = components['schemas']['BetStep'];
export type BetWithdrawnEvent = components['schemas']['BetWithdrawnEvent'];
export type Board = components['schemas']['Board'];
export type Bounds = components['schemas']['Bounds'];
export type BoundsGiven = components['schemas']['BoundsGiven'];
export type BoxLimits = components['schemas']['BoxLimits'];
export type BoxLimitsGiven = components['schemas']['BoxLimitsGiven'];
export type BuyInCommand = components['schemas']['BuyInCommand'];
export type By = components['schemas']['By'];
export type CageCount = components['schemas']['CageCount'];
export type CageHandedOver = components['schemas']['CageHandedOver'];
export type CageOrder = components['schemas']['CageOrder'];
export type CagePatron = components['schemas']['CagePatron'];
export type CageReport = components['schemas']['CageReport'];
export type CageState = components['schemas']['CageState'];
export type CageSum = components['schemas']['CageSum'];
export type CannotReconstructCommand = components['schemas']['CannotReconstructCommand'];
export type Card = components['schemas']['Card'];
export type CardCorrectedEvent = components['schemas']['CardCorrectedEvent'];
export type CardDealtEvent = components['schemas']['CardDealtEvent'];
export type CardFixed = components['schemas']['CardFixed'];
export type CardGiven = components['schemas']['CardGiven'];
export type CardsReconstructedEvent = components['schemas']['CardsReconstructedEvent'];
export type CardTurnedEvent = components['schemas']['CardTurnedEvent'];
export type CaseShown = components['schemas']['CaseShown'];
export type Cash = components['schemas']['Cash'];
export type CashOutCommand = components['schemas']['CashOutCommand'];
export type CatalogueBet = components['schemas']['CatalogueBet'];
export type CataloguePay = components['schemas']['CataloguePay'];
export type ChangedDetails = components['schemas']['ChangedDetails'];
export type ChangedLimits = components['schemas']['ChangedLimits'];
export type ChangedPerson = components['schemas']['ChangedPerson'];
export type ChangeTableCommand = components['schemas']['ChangeTableCommand'];
export type ChangeWagerCommand = components['schemas']['ChangeWagerCommand'];
export type ChipsBoughtEvent = components['schemas']['ChipsBoughtEvent'];
export type ChipsCashedEvent = components['schemas']['ChipsCashedEvent'];
export type ChooseCommand = components['schemas']['ChooseCommand'];
export type Choosers = components['schemas']['Choosers'];
export type Close = components['schemas']['Close'];
export type CloseBetsCommand = components['schemas']['CloseBetsCommand'];
export type CloseInsuranceCommand = components['schemas']['CloseInsuranceCommand'];
export type CloseOptionsCommand = components['schemas']['CloseOptionsCommand'];
export type CloseTableCommand = components['schemas']['CloseTableCommand'];
export type Command = components['schemas']['Command'];
export type CommandIn = components['schemas']['CommandIn'];
export type CorrectCardCommand = components['schemas']['CorrectCardCommand'];
export type Counts = components['schemas']['Counts'];
export type CreditCommand = components['schemas']['CreditCommand'];
export type Currency = components['schemas']['Currency'];
export type Cut = components['schemas']['Cut'];
export type DeadlineSetEvent = components['schemas']['DeadlineSetEvent'];
export type DeadlineShown = components['schemas']['DeadlineShown'];
export type DealCommand = components['schemas']['DealCommand'];
export type DealerAssignedEvent = components['schemas']['DealerAssignedEvent'];
export type DealerBefore = components['schemas']['DealerBefore'];
export type DealerShown = components['schemas']['DealerShown'];
export type DealtCard = components['schemas']['DealtCard'];
export type DealtHand = components['schemas']['DealtHand'];
export type DealtHands = components['schemas']['DealtHands'];
export type Debt = components['schemas']['Debt'];
export type DecideOrderCommand = components['schemas']['DecideOrderCommand'];
export type DeclinePlayerDealerCommand = components['schemas']['DeclinePlayerDealerCommand'];
export type Designed = components['schemas']['Designed'];
export type Details = components['schemas']['Details'];
export type DismissReportCommand = components['schemas']['DismissReportCommand'];
export type Done = components['schemas']['Done'];
export type Edge = components['schemas']['Edge'];
export type Enforcement = components['schemas']['Enforcement'];
export type Enrol = components['schemas']['Enrol'];
export type Enrolled = components['schemas']['Enrolled'];
export type EntropyAddedEvent = components['schemas']['EntropyAddedEvent'];
export type Entry = components['schemas']['Entry'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type Events = components['schemas']['Events'];
export type Excluded = components['schemas']['Excluded'];
export type Expected = components['schemas']['Expected'];
export type Explained = components['schemas']['Explained'];
export type ExposeBankerFirstCommand = components['schemas']['ExposeBankerFirstCommand'];
export type FactOut = components['schemas']['FactOut'];
export type Fees = components['schemas']['Fees'];
export type FeeSchedule = components['schemas']['FeeSchedule'];
export type FeltDrawing = components['schemas']['FeltDrawing'];
export type FeltDrawings = components['schemas']['FeltDrawings'];
export type FillCommand = components['schemas']['FillCommand'];
export type FloatCreditedEvent = components['schemas']['FloatCreditedEvent'];
export type FloatFilledEvent = components['schemas']['FloatFilledEvent'];
export type Forecast = components['schemas']['Forecast'];
export type Forecasts = components['schemas']['Forecasts'];
export type FullReport = components['schemas']['FullReport'];
export type GameBank = components['schemas']['GameBank'];
export type GameBet = components['schemas']['GameBet'];
export type GameBetting = components['schemas']['GameBetting'];
export type GameChecked = components['schemas']['GameChecked'];
export type GameDecks = components['schemas']['GameDecks'];
export type GameFile = components['schemas']['GameFile'];
export type GameInsurance = components['schemas']['GameInsurance'];
export type GameKey = components['schemas']['GameKey'];
export type GameLayout = components['schemas']['GameLayout'];
export type GameLimits = components['schemas']['GameLimits'];
export type GameListed = components['schemas']['GameListed'];
export type GameMistake = components['schemas']['GameMistake'];
export type GameOffered = components['schemas']['GameOffered'];
export type GamePayLine = components['schemas']['GamePayLine'];
export type GamePlay = components['schemas']['GamePlay'];
export type GamePlayed = components['schemas']['GamePlayed'];
export type GiveUpPlayerDealerCommand = components['schemas']['GiveUpPlayerDealerCommand'];
export type GrantSqueezeCommand = components['schemas']['GrantSqueezeCommand'];
export type Guest = components['schemas']['Guest'];
export type HandedOver = components['schemas']['HandedOver'];
export type HandOver = components['schemas']['HandOver'];
export type HandOverSheet = components['schemas']['HandOverSheet'];
export type Hands = components['schemas']['Hands'];
export type Happening = components['schemas']['Happening'];
export type Happenings = components['schemas']['Happenings'];
export type HeadOfChain = components['schemas']['HeadOfChain'];
export type Heads = components['schemas']['Heads'];
export type HeadsStatement = components['schemas']['HeadsStatement'];
export type Health = components['schemas']['Health'];
export type HistoryLine = components['schemas']['HistoryLine'];
export type House = components['schemas']['House'];
export type InAndOut = components['schemas']['InAndOut'];
export type Incident = components['schemas']['Incident'];
export type IncreaseBetCommand = components['schemas']['IncreaseBetCommand'];
export type InsuranceBet = components['schemas']['InsuranceBet'];
export type InsuranceClosedEvent = components['schemas']['InsuranceClosedEvent'];
export type InsuranceOffer = components['schemas']['InsuranceOffer'];
export type InsuranceOfferedEvent = components['schemas']['InsuranceOfferedEvent'];
export type InsurancePlacedEvent = components['schemas']['InsurancePlacedEvent'];
export type InsuranceWaivedEvent = components['schemas']['InsuranceWaivedEvent'];
export type InterruptCommand = components['schemas']['InterruptCommand'];
export type IrregularityReportedEvent = components['schemas']['IrregularityReportedEvent'];
export type KeptTemplate = components['schemas']['KeptTemplate'];
export type Keys = components['schemas']['Keys'];
export type Kind = components['schemas']['Kind'];
export type Lammer = components['schemas']['Lammer'];
export type LargeAmount = components['schemas']['LargeAmount'];
export type LargeTransaction = components['schemas']['LargeTransaction'];
export type LeaveCommand = components['schemas']['LeaveCommand'];
export type LedgerCheck = components['schemas']['LedgerCheck'];
export type LimitKind = components['schemas']['LimitKind'];
export type Limits = components['schemas']['Limits'];
export type Line = components['schemas']['Line'];
export type Link = components['schemas']['Link'];
export type Lobby = components['schemas']['Lobby'];
export type LogEntry = components['schemas']['LogEntry'];
export type Me = components['schemas']['Me'];
export type Mistake = components['schemas']['Mistake'];
export type Mix = components['schemas']['Mix'];
export type Mixed = components['schemas']['Mixed'];
export type Neglected = components['schemas']['Neglected'];
export type NeglectedBet = components['schemas']['NeglectedBet'];
export type NewPatron = components['schemas']['NewPatron'];
export type NewPerson = components['schemas']['NewPerson'];
export type NewShoeCommand = components['schemas']['NewShoeCommand'];
export type NewTable = components['schemas']['NewTable'];
export type NewTemplate = components['schemas']['NewTemplate'];
export type NextStep = components['schemas']['NextStep'];
export type Odds = components['schemas']['Odds'];
export type OddsOfBet = components['schemas']['OddsOfBet'];
export type OddsOfGame = components['schemas']['OddsOfGame'];
export type OddsOfOffer = components['schemas']['OddsOfOffer'];
export type OfferPlayerDealerCommand = components['schemas']['OfferPlayerDealerCommand'];
export type OnDuty = components['schemas']['OnDuty'];
export type OneLimit = components['schemas']['OneLimit'];
export type OpenBetsCommand = components['schemas']['OpenBetsCommand'];
export type OpenedTable = components['schemas']['OpenedTable'];
export type OpenedTables = components['schemas']['OpenedTables'];
export type Opening = components['schemas']['Opening'];
export type OpenTableCommand = components['schemas']['OpenTableCommand'];
export type OpenTables = components['schemas']['OpenTables'];
export type Option = components['schemas']['Option'];
export type OptionChosenEvent = components['schemas']['OptionChosenEvent'];
export type OptionsClosedEvent = components['schemas']['OptionsClosedEvent'];
export type OptionsOfferedEvent = components['schemas']['OptionsOfferedEvent'];
export type OrderDecidedEvent = components['schemas']['OrderDecidedEvent'];
export type Origin = components['schemas']['Origin'];
export type OriginalReturnedEvent = components['schemas']['OriginalReturnedEvent'];
export type Outcome = components['schemas']['Outcome'];
export type OverLimit = components['schemas']['OverLimit'];
export type OwnChips = components['schemas']['OwnChips'];
export type Pace = components['schemas']['Pace'];
export type PaceGiven = components['schemas']['PaceGiven'];
export type PaceShown = components['schemas']['PaceShown'];
export type Paid = components['schemas']['Paid'];
export type PaidBet = components['schemas']['PaidBet'];
export type Paragraph = components['schemas']['Paragraph'];
export type PasswordAndCode = components['schemas']['PasswordAndCode'];
export type Passwords = components['schemas']['Passwords'];
export type Permission = components['schemas']['Permission'];
export type Person = components['schemas']['Person'];
export type Phase = components['schemas']['Phase'];
export type PlaceBetCommand = components['schemas']['PlaceBetCommand'];
export type PlacedBet = components['schemas']['PlacedBet'];
export type PlaceInsuranceCommand = components['schemas']['PlaceInsuranceCommand'];
export type PlayerDealerAcceptedEvent = components['schemas']['PlayerDealerAcceptedEvent'];
export type PlayerDealerDeclinedEvent = components['schemas']['PlayerDealerDeclinedEvent'];
export type PlayerDealerMissingEvent = components['schemas']['PlayerDealerMissingEvent'];
export type PlayerDealerOfferedEvent = components['schemas']['PlayerDealerOfferedEvent'];
export type PlayerDealerRestoredEvent = components['schemas']['PlayerDealerRestoredEvent'];
export type PlayerDealerVacatedEvent = components['schemas']['PlayerDealerVacatedEvent'];
export type PositionShown = components['schemas']['PositionShown'];
export type Previous = components['schemas']['Previous'];
export type Procedure = components['schemas']['Procedure'];
export type PublicKey = components['schemas']['PublicKey'];
export type PublishedEdge = components['schemas']['PublishedEdge'];
export type PublishedGame = components['schemas']['PublishedGame'];
export type Purpose = components['schemas']['Purpose'];
export type Range = components['schemas']['Range'];
export type RankPoints = components['schemas']['RankPoints'];
export type Ratio = components['schemas']['Ratio'];
export type RecalledBet = components['schemas']['RecalledBet'];
export type RecalledDealer = components['schemas']['RecalledDealer'];
export type RecalledEvent = components['schemas']['RecalledEvent'];
export type RecalledRound = components['schemas']['RecalledRound'];
export type ReconstructCommand = components['schemas']['ReconstructCommand'];
export type ReconstructionRefusedEvent = components['schemas']['ReconstructionRefusedEvent'];
export type Refusal = components['schemas']['Refusal'];
export type Register = components['schemas']['Register'];
export type RejectExcessCommand = components['schemas']['RejectExcessCommand'];
export type ReplaceShoeCommand = components['schemas']['ReplaceShoeCommand'];
export type ReportCommand = components['schemas']['ReportCommand'];
export type ReportDismissedEvent = components['schemas']['ReportDismissedEvent'];
export type ReportRow = components['schemas']['ReportRow'];
export type RequestSqueezeCommand = components['schemas']['RequestSqueezeCommand'];
export type Reset = components['schemas']['Reset'];
export type Result = components['schemas']['Result'];
export type Resume = components['schemas']['Resume'];
export type ResumeCommand = components['schemas']['ResumeCommand'];
export type ReturnUninsuredCommand = components['schemas']['ReturnUninsuredCommand'];
export type Role = components['schemas']['Role'];
export type Roles = components['schemas']['Roles'];
export type RoundCorrectedEvent = components['schemas']['RoundCorrectedEvent'];
export type RoundGame = components['schemas']['RoundGame'];
export type RoundInterruptedEvent = components['schemas']['RoundInterruptedEvent'];
export type RoundLine = components['schemas']['RoundLine'];
export type RoundResumedEvent = components['schemas']['RoundResumedEvent'];
export type RoundSettledEvent = components['schemas']['RoundSettledEvent'];
export type RoundShoe = components['schemas']['RoundShoe'];
export type RoundTimes = components['schemas']['RoundTimes'];
export type RoundVoidedEvent = components['schemas']['RoundVoidedEvent'];
export type Rule = components['schemas']['Rule'];
export type RuleCommand = components['schemas']['RuleCommand'];
export type RulingMadeEvent = components['schemas']['RulingMadeEvent'];
export type Said = components['schemas']['Said'];
export type Scope = components['schemas']['Scope'];
export type SeatLeftEvent = components['schemas']['SeatLeftEvent'];
export type SeatTakenEvent = components['schemas']['SeatTakenEvent'];
export type ServedState = components['schemas']['ServedState'];
export type Session = components['schemas']['Session'];
export type SetDeadlineCommand = components['schemas']['SetDeadlineCommand'];
export type SettleCommand = components['schemas']['SettleCommand'];
export type Settled = components['schemas']['Settled'];
export type SettledBet = components['schemas']['SettledBet'];
export type SettledHand = components['schemas']['SettledHand'];
export type SheetFile = components['schemas']['SheetFile'];
export type ShiftLine = components['schemas']['ShiftLine'];
export type ShoeCount = components['schemas']['ShoeCount'];
export type ShoeEndedEvent = components['schemas']['ShoeEndedEvent'];
export type ShoeKind = components['schemas']['ShoeKind'];
export type ShoeLeft = components['schemas']['ShoeLeft'];
export type ShoeProof = components['schemas']['ShoeProof'];
export type ShoeShown = components['schemas']['ShoeShown'];
export type ShoeStartedEvent = components['schemas']['ShoeStartedEvent'];
export type Side = components['schemas']['Side'];
export type SideBet = components['schemas']['SideBet'];
export type SignBefore = components['schemas']['SignBefore'];
export type SignedAmount = components['schemas']['SignedAmount'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignedStatement = components['schemas']['SignedStatement'];
export type SignIn = components['schemas']['SignIn'];
export type SitCommand = components['schemas']['SitCommand'];
export type Slip = components['schemas']['Slip'];
export type SlipDone = components['schemas']['SlipDone'];
export type Spot = components['schemas']['Spot'];
export type SqueezeGrantedEvent = components['schemas']['SqueezeGrantedEvent'];
export type SqueezeRequestedEvent = components['schemas']['SqueezeRequestedEvent'];
export type Stage = components['schemas']['Stage'];
export type Stake = components['schemas']['Stake'];
export type TableChangedEvent = components['schemas']['TableChangedEvent'];
export type TableClosedEvent = components['schemas']['TableClosedEvent'];
export type TableHandedOver = components['schemas']['TableHandedOver'];
export type TableLimits = components['schemas']['TableLimits'];
export type TableLimitsGiven = components['schemas']['TableLimitsGiven'];
export type TableOpenedEvent = components['schemas']['TableOpenedEvent'];
export type ThirdCard = components['schemas']['ThirdCard'];
export type Totals = components['schemas']['Totals'];
export type Tray = components['schemas']['Tray'];
export type TurnCommand = components['schemas']['TurnCommand'];
export type UnderMinimum = components['schemas']['UnderMinimum'];
export type Unit = components['schemas']['Unit'];
export type View = components['schemas']['View'];
export type VoidRoundCommand = components['schemas']['VoidRoundCommand'];
export type WagerChangedEvent = components['schemas']['WagerChangedEvent'];
export type WagerPostedEvent = components['schemas']['WagerPostedEvent'];
export type Wallet = components['schemas']['Wallet'];
export type WalletHeads = components['schemas']['WalletHeads'];
export type Warning = components['schemas']['Warning'];
export type WholeGame = components['schemas']['WholeGame'];
export type Winner = components['schemas']['Winner'];
export type WithdrawBetCommand = components['schemas']['WithdrawBetCommand'];
export type WithInsurance = components['schemas']['WithInsurance'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
