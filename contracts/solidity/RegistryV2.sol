// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The second delegation registry as it behaves on chain, for local chains and tests.
/// A delegation is five words of storage; `words` is never written by Solidity itself.
contract RegistryV2 {
    enum DelegationType { NONE, ALL, CONTRACT, ERC721, ERC20, ERC1155 }

    struct Delegation {
        DelegationType type_;
        address to;
        address from;
        bytes32 rights;
        address contract_;
        uint256 tokenId;
        uint256 amount;
    }

    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);
    event DelegateContract(
        address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable
    );
    event DelegateERC721(
        address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, bool enable
    );
    event DelegateERC20(
        address indexed from, address indexed to, address indexed contract_, bytes32 rights, uint256 amount
    );
    event DelegateERC1155(
        address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, uint256 amount
    );

    error MulticallFailed();

    mapping(bytes32 hash => bytes32[5]) private words; // slot 0
    mapping(address from => bytes32[]) private outgoing; // slot 1
    mapping(address to => bytes32[]) private incoming; // slot 2

    /// The first word has this instead of a wallet if there is no delegation.
    address private constant NEVER = address(0);
    address private constant REVOKED = address(1);

    // Writes

    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; ++i) {
            bool success;
            (success, results[i]) = address(this).delegatecall(data[i]);
            if (!success) revert MulticallFailed();
        }
    }

    function delegateAll(address to, bytes32 rights, bool enable) external payable returns (bytes32) {
        emit DelegateAll(msg.sender, to, rights, enable);
        return record(Delegation(DelegationType.ALL, to, msg.sender, rights, address(0), 0, 0), enable);
    }

    function delegateContract(address to, address contract_, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32)
    {
        emit DelegateContract(msg.sender, to, contract_, rights, enable);
        return record(Delegation(DelegationType.CONTRACT, to, msg.sender, rights, contract_, 0, 0), enable);
    }

    function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32)
    {
        emit DelegateERC721(msg.sender, to, contract_, tokenId, rights, enable);
        return record(Delegation(DelegationType.ERC721, to, msg.sender, rights, contract_, tokenId, 0), enable);
    }

    function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32)
    {
        emit DelegateERC20(msg.sender, to, contract_, rights, amount);
        return record(Delegation(DelegationType.ERC20, to, msg.sender, rights, contract_, 0, amount), amount != 0);
    }

    function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount)
        external
        payable
        returns (bytes32)
    {
        emit DelegateERC1155(msg.sender, to, contract_, tokenId, rights, amount);
        return
            record(Delegation(DelegationType.ERC1155, to, msg.sender, rights, contract_, tokenId, amount), amount != 0);
    }

    /// A delegation is listed once, at its first grant; later only `from` and the amount are written.
    function record(Delegation memory d, bool enable) private returns (bytes32 hash) {
        hash = hashOf(d);
        bytes32[5] storage cell = words[hash];
        address stored = fromOf(cell);
        if (enable && stored == NEVER) {
            outgoing[d.from].push(hash);
            incoming[d.to].push(hash);
            uint256 contract_ = uint160(d.contract_);
            cell[0] = bytes32((contract_ >> 96) << 160 | uint160(d.from));
            cell[1] = bytes32(contract_ << 160 | uint160(d.to));
            cell[2] = d.rights;
            cell[3] = bytes32(d.tokenId);
        } else if (enable && stored == REVOKED) {
            setFrom(cell, d.from);
        } else if (!enable && stored == d.from) {
            setFrom(cell, REVOKED);
        } else if (!enable) {
            return hash;
        }
        cell[4] = bytes32(d.amount);
    }

    // Checks

    function checkDelegateForAll(address to, address from, bytes32 rights) external view returns (bool) {
        return holds(Delegation(DelegationType.ALL, to, from, 0, address(0), 0, 0), rights);
    }

    function checkDelegateForContract(address to, address from, address contract_, bytes32 rights)
        external
        view
        returns (bool)
    {
        return holds(Delegation(DelegationType.CONTRACT, to, from, 0, contract_, 0, 0), rights);
    }

    function checkDelegateForERC721(address to, address from, address contract_, uint256 tokenId, bytes32 rights)
        external
        view
        returns (bool)
    {
        return holds(Delegation(DelegationType.ERC721, to, from, 0, contract_, tokenId, 0), rights);
    }

    function checkDelegateForERC20(address to, address from, address contract_, bytes32 rights)
        external
        view
        returns (uint256)
    {
        return balance(Delegation(DelegationType.ERC20, to, from, 0, contract_, 0, 0), rights);
    }

    function checkDelegateForERC1155(address to, address from, address contract_, uint256 tokenId, bytes32 rights)
        external
        view
        returns (uint256)
    {
        return balance(Delegation(DelegationType.ERC1155, to, from, 0, contract_, tokenId, 0), rights);
    }

    // Enumerations

    function getIncomingDelegations(address to) external view returns (Delegation[] memory) {
        return standing(incoming[to]);
    }

    function getOutgoingDelegations(address from) external view returns (Delegation[] memory) {
        return standing(outgoing[from]);
    }

    /// Returns one entry per hash: an empty one of type NONE if there is no delegation.
    function getDelegationsFromHashes(bytes32[] calldata hashes) external view returns (Delegation[] memory list) {
        list = new Delegation[](hashes.length);
        for (uint256 i; i < hashes.length; ++i) if (isLive(words[hashes[i]])) list[i] = load(hashes[i]);
    }

    function readSlot(bytes32 location) public view returns (bytes32 contents) {
        assembly ("memory-safe") {
            contents := sload(location)
        }
    }

    function readSlots(bytes32[] calldata locations) external view returns (bytes32[] memory contents) {
        contents = new bytes32[](locations.length);
        for (uint256 i; i < locations.length; ++i) contents[i] = readSlot(locations[i]);
    }

    // Internal

    function hashOf(Delegation memory d) private pure returns (bytes32) {
        bytes memory packed = abi.encodePacked(d.rights, d.from, d.to);
        if (d.type_ != DelegationType.ALL) packed = abi.encodePacked(packed, d.contract_);
        if (d.type_ == DelegationType.ERC721 || d.type_ == DelegationType.ERC1155) {
            packed = abi.encodePacked(packed, d.tokenId);
        }
        return bytes32(uint256(keccak256(packed)) << 8 | uint256(d.type_));
    }

    /// True if a delegation of this scope or a broader one has full rights or exactly these.
    function holds(Delegation memory d, bytes32 rights) private view returns (bool) {
        d.rights = 0;
        if (holdsExactly(d)) return true;
        d.rights = rights;
        return rights != 0 && holdsExactly(d);
    }

    function holdsExactly(Delegation memory d) private view returns (bool) {
        return standsAs(d, DelegationType.ALL) || d.type_ != DelegationType.ALL && standsAs(d, DelegationType.CONTRACT)
            || d.type_ == DelegationType.ERC721 && standsAs(d, DelegationType.ERC721);
    }

    function balance(Delegation memory d, bytes32 rights) private view returns (uint256) {
        if (holds(d, rights)) return type(uint256).max;
        d.rights = 0;
        uint256 full = amountOf(d);
        d.rights = rights;
        uint256 exact = amountOf(d);
        return full > exact ? full : exact;
    }

    function amountOf(Delegation memory d) private view returns (uint256) {
        return standsAs(d, d.type_) ? uint256(words[hashOf(d)][4]) : 0;
    }

    function standsAs(Delegation memory d, DelegationType type_) private view returns (bool) {
        Delegation memory scope = Delegation(type_, d.to, d.from, d.rights, d.contract_, d.tokenId, 0);
        return isLive(words[hashOf(scope)]);
    }

    function standing(bytes32[] storage hashes) private view returns (Delegation[] memory list) {
        uint256 count;
        for (uint256 i; i < hashes.length; ++i) if (isLive(words[hashes[i]])) ++count;
        list = new Delegation[](count);
        for (uint256 i = hashes.length; i > 0; --i) {
            if (isLive(words[hashes[i - 1]])) list[--count] = load(hashes[i - 1]);
        }
    }

    function load(bytes32 hash) private view returns (Delegation memory) {
        bytes32[5] storage cell = words[hash];
        uint256 first = uint256(cell[0]);
        uint256 second = uint256(cell[1]);
        return Delegation({
            type_: DelegationType(uint8(uint256(hash))),
            to: address(uint160(second)),
            from: address(uint160(first)),
            rights: cell[2],
            contract_: address(uint160((first >> 160) << 96 | second >> 160)),
            tokenId: uint256(cell[3]),
            amount: uint256(cell[4])
        });
    }

    function isLive(bytes32[5] storage cell) private view returns (bool) {
        address from = fromOf(cell);
        return from != NEVER && from != REVOKED;
    }

    function fromOf(bytes32[5] storage cell) private view returns (address) {
        return address(uint160(uint256(cell[0])));
    }

    function setFrom(bytes32[5] storage cell, address from) private {
        cell[0] = bytes32((uint256(cell[0]) >> 160) << 160 | uint160(from));
    }
}
